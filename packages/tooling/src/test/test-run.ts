import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

export interface TestRun {
  /** The file to run with this Node, and what it is given; `report` is where it must leave its JSON report. */
  script: string;
  args: (report: string) => readonly string[];
  env?: (report: string) => Readonly<Record<string, string>>;
  cwd: string;
  count: (report: unknown) => TestCount;
}

/** Runs a test tool with its output on the screen and counts from its report; a run that fails without saying which test counts as one failure. */
export async function runTests(run: TestRun): Promise<TestCount> {
  const folder = mkdtempSync(join(tmpdir(), "test-report-"));
  const report = join(folder, "report.json");
  try {
    const code = await exitCode(run, report);
    const count = existsSync(report)
      ? run.count(JSON.parse(readFileSync(report, "utf8")))
      : { passed: 0, failed: 0, skipped: 0 };
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exitCode(run: TestRun, report: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [run.script, ...run.args(report)], {
      cwd: run.cwd,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...run.env?.(report) },
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
