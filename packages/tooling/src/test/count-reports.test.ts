import { expect, test } from "vitest";
import { countPlaywright, countVitest } from "#/test/count-reports.ts";

test("a test file that could not be loaded is a failure, though none of its tests is", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 3 });
});

test("a journey that passed only when tried again is a failure", () => {
  expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
    passed: 4,
    failed: 2,
    skipped: 2,
  });
});

test("a report without numbers counts nothing", () => {
  expect([countVitest(null), countPlaywright({})]).toEqual(Array(2).fill({ passed: 0, failed: 0, skipped: 0 }));
});
