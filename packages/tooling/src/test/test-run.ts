import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { emptyReport, type TestReport } from "#/test/test-reports.ts";

export interface TestRun {
  /** The file to run with this Node; it must write its JSON report to `report`. */
  script: string;
  args: (report: string) => readonly string[];
  env?: (report: string) => Readonly<Record<string, string>>;
  cwd: string;
  read: (report: unknown) => TestReport;
  /** Where its output goes; on the screen without it. */
  write?: (output: Buffer) => void;
}

/** Runs a test tool and reads its report; a failed run without a failed test counts as one failure. */
export async function runTests(run: TestRun): Promise<TestReport> {
  const folder = mkdtempSync(join(tmpdir(), "test-report-"));
  const path = join(folder, "report.json");
  try {
    const code = await exitCode(run, path);
    const report = existsSync(path) ? run.read(JSON.parse(readFileSync(path, "utf8"))) : emptyReport;
    if (code === 0 || report.failed > 0) return report;
    return { ...report, failed: 1, failures: [{ name: basename(run.script), reason: `It ended with ${code}.` }] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exitCode(run: TestRun, report: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { write } = run;
    const output = write === undefined ? "inherit" : "pipe";
    const child = spawn(process.execPath, [run.script, ...run.args(report)], {
      cwd: run.cwd,
      stdio: ["ignore", output, output],
      env: { ...process.env, ...run.env?.(report) },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => write?.(chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
