/** The report of a test tool: its counts, the time of each file, the names of skipped tests, and what failed with its reason. */
export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  files: { file: string; seconds: number }[];
  skippedTests: string[];
  failures: { name: string; reason: string }[];
}

export const emptyReport: Readonly<TestReport> = {
  passed: 0,
  failed: 0,
  skipped: 0,
  files: [],
  skippedTests: [],
  failures: [],
};

/** Reads Vitest's JSON report; a file that could not be loaded counts as one failure. */
export function readVitestReport(report: unknown): TestReport {
  const files = list(report, "testResults");
  const unloaded = files.filter(
    (file) => text(file, "status") === "failed" && list(file, "assertionResults").length === 0,
  );
  return {
    passed: number(report, "numPassedTests"),
    failed: number(report, "numFailedTests") + unloaded.length,
    skipped: number(report, "numPendingTests") + number(report, "numTodoTests"),
    files: files.map((file) => ({
      file: text(file, "name"),
      seconds: (number(file, "endTime") - number(file, "startTime")) / 1000,
    })),
    skippedTests: files.flatMap((file) =>
      list(file, "assertionResults")
        .filter((test) => ["pending", "skipped", "todo"].includes(text(test, "status")))
        .map((test) => text(test, "fullName")),
    ),
    failures: [
      ...unloaded.map((file) => ({ name: text(file, "name"), reason: text(file, "message") })),
      ...files.flatMap((file) =>
        list(file, "assertionResults")
          .filter((test) => text(test, "status") === "failed")
          .map((test) => ({
            name: `${text(file, "name")}: ${text(test, "fullName")}`,
            reason: list(test, "failureMessages").join("\n"),
          })),
      ),
    ],
  };
}

/** Reads Playwright's JSON report; a test that passed only on a retry counts as failed. */
export function readPlaywrightReport(report: unknown): TestReport {
  const stats = member(report, "stats");
  const specs = list(report, "suites").flatMap(specsIn);
  const seconds = Map.groupBy(specs, ({ file }) => file);
  return {
    passed: number(stats, "expected"),
    failed: number(stats, "unexpected") + number(stats, "flaky"),
    skipped: number(stats, "skipped"),
    files: [...seconds].map(([file, own]) => ({ file, seconds: own.reduce((sum, spec) => sum + spec.seconds, 0) })),
    skippedTests: specs.filter(({ isSkipped }) => isSkipped).map(({ title }) => title),
    failures: specs.flatMap(({ file, title, reason }) =>
      reason === null ? [] : [{ name: `${file}: ${title}`, reason }],
    ),
  };
}

interface PlaywrightSpec {
  file: string;
  title: string;
  seconds: number;
  isSkipped: boolean;
  /** Why it failed, even if it passed on a retry. */
  reason: string | null;
}

function specsIn(suite: unknown): PlaywrightSpec[] {
  const own = list(suite, "specs").map((spec) => {
    const tests = list(spec, "tests");
    const results = tests.flatMap((test) => list(test, "results"));
    const failed = results.find((result) => member(result, "error") !== undefined);
    return {
      file: text(spec, "file"),
      title: text(spec, "title"),
      seconds: results.reduce<number>((sum, result) => sum + number(result, "duration"), 0) / 1000,
      isSkipped: tests.length > 0 && tests.every((test) => text(test, "status") === "skipped"),
      reason: failed === undefined ? null : text(member(failed, "error"), "message"),
    };
  });
  return [...own, ...list(suite, "suites").flatMap(specsIn)];
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

function number(value: unknown, key: string): number {
  const found = member(value, key);
  return typeof found === "number" ? found : 0;
}

function text(value: unknown, key: string): string {
  const found = member(value, key);
  return typeof found === "string" ? found : "";
}

function list(value: unknown, key: string): unknown[] {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
}
