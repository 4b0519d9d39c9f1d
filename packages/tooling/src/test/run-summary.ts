import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestReport } from "#/test/test-reports.ts";

/** The result of one part of `npm test`. */
export interface FinishedPart {
  name: string;
  seconds: number;
  report: TestReport;
  /** The folder that relative paths in the report start from. */
  folder?: string;
}

const SLOWEST = 10;
/** Lines of the reason of a failure that the summary repeats. */
const LINES_OF_REASON = 12;

/** The summary of `npm test`: the time of each part, the slowest files, skipped tests, what failed, and how many passed. */
export function runSummary(
  parts: readonly FinishedPart[],
  { root, seconds }: { root: string; seconds: number },
): string[] {
  const files = parts
    .flatMap(({ report, folder }) =>
      report.files.map(({ file, seconds }) => ({
        file: folder === undefined ? relative(root, file) : `${folder}/${file}`,
        seconds,
      })),
    )
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST);
  const skipped = parts.flatMap(({ report }) => report.skippedTests);
  const failures = parts.flatMap(({ report }) => report.failures);
  const failed = sum(parts, ({ report }) => report.failed);
  const skippedCount = sum(parts, ({ report }) => report.skipped);
  return [
    "Time of each part",
    ...parts.map((part) => `${clock(part.seconds)}  ${part.name}`),
    `${clock(seconds)}  together`,
    "",
    "Slowest files",
    ...files.map(({ file, seconds: of }) => `${clock(of)}  ${file.replaceAll("\\", "/")}`),
    "",
    ...(skipped.length === 0 ? [] : ["Skipped", ...skipped.map((name) => `       ${name}`), ""]),
    ...(failures.length === 0
      ? []
      : ["Failed", ...failures.flatMap(({ name, reason }) => failureLines(name, reason, root)), ""]),
    `${sum(parts, ({ report }) => report.passed)} passed, ${failed} failed${skippedCount === 0 ? "" : `, ${skippedCount} skipped`}`,
  ];
}

function failureLines(name: string, reason: string, root: string): string[] {
  const lines = stripVTControlCharacters(reason).replaceAll(`${root}/`, "").split("\n");
  return [name.replace(`${root}/`, ""), ...lines.slice(0, LINES_OF_REASON).map((line) => `       ${line}`)];
}

function sum(parts: readonly FinishedPart[], figure: (part: FinishedPart) => number): number {
  return parts.reduce((total, part) => total + figure(part), 0);
}

/** Minutes and seconds, such as ` 2:05`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${String(Math.floor(whole / 60)).padStart(2)}:${String(whole % 60).padStart(2, "0")}`;
}
