import type { TestCount } from "#/test/test-run.ts";

/** Counts of Vitest's JSON report; a file that could not even be loaded counts as one failure. */
export function countVitest(report: unknown): TestCount {
  const files = list(report, "testResults");
  const unloaded = files.filter(
    (file) => text(file, "status") === "failed" && list(file, "assertionResults").length === 0,
  );
  return {
    passed: number(report, "numPassedTests"),
    failed: number(report, "numFailedTests") + unloaded.length,
    skipped: number(report, "numPendingTests") + number(report, "numTodoTests"),
  };
}

/** Counts of Playwright's JSON report; a test that passed only when tried again has failed. */
export function countPlaywright(report: unknown): TestCount {
  const stats = member(report, "stats");
  return {
    passed: number(stats, "expected"),
    failed: number(stats, "unexpected") + number(stats, "flaky"),
    skipped: number(stats, "skipped"),
  };
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
