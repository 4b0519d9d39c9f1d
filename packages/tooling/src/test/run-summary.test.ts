import { expect, test } from "vitest";
import { runSummary } from "#/test/run-summary.ts";
import { emptyReport } from "#/test/test-reports.ts";

test("the summary lists the time of each part, the slowest files, what was skipped and what failed, and ends with the counts", () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ file: `/repo/apps/a/${at}.test.ts`, seconds: at }));
  const lines = runSummary(
    [
      { name: "Checks", seconds: 25.4, report: { ...emptyReport, passed: 12 } },
      {
        name: "Tests",
        seconds: 150,
        report: {
          passed: 30,
          failed: 1,
          skipped: 1,
          files,
          skippedTests: ["the store (no PostgreSQL)"],
          failures: [
            { name: "/repo/apps/a/1.test.ts: it adds", reason: "\u001B[31mexpected 2\u001B[39m\n  at /repo/a.ts:1" },
          ],
        },
      },
      {
        name: "Journeys",
        seconds: 60,
        folder: "apps/console/e2e",
        report: { ...emptyReport, passed: 5, files: [{ file: "jobs.spec.ts", seconds: 61 }] },
      },
    ],
    { root: "/repo", seconds: 175.4 },
  );
  expect(lines).toEqual([
    "Time of each part",
    " 0:25  Checks",
    " 2:30  Tests",
    " 1:00  Journeys",
    " 2:55  together",
    "",
    "Slowest files",
    " 1:01  apps/console/e2e/jobs.spec.ts",
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((at) => ` 0:${String(at).padStart(2, "0")}  apps/a/${at}.test.ts`),
    "",
    "Skipped",
    "       the store (no PostgreSQL)",
    "",
    "Failed",
    "apps/a/1.test.ts: it adds",
    "       expected 2",
    "         at a.ts:1",
    "",
    "47 passed, 1 failed, 1 skipped",
  ]);
});
