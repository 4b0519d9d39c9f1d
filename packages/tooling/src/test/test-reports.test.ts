import { expect, test } from "vitest";
import { emptyReport, readPlaywrightReport, readVitestReport } from "#/test/test-reports.ts";

test("a test file that could not be loaded is a failure, though none of its tests is", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: "/a.test.ts",
        status: "failed",
        assertionResults: [{ status: "failed", fullName: "it adds", failureMessages: ["expected 2"] }],
      },
      { name: "/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ],
  };
  expect(readVitestReport(report)).toMatchObject({
    passed: 3,
    failed: 2,
    skipped: 3,
    failures: [
      { name: "/b.test.ts", reason: "no such module" },
      { name: "/a.test.ts: it adds", reason: "expected 2" },
    ],
  });
});

test("the time of each file is reported, and the name of each test that was skipped", () => {
  const report = {
    testResults: [
      {
        name: "/a.test.ts",
        startTime: 1_000,
        endTime: 3_500,
        assertionResults: [
          { status: "passed", fullName: "runs" },
          { status: "skipped", fullName: "the store (no PostgreSQL)" },
        ],
      },
    ],
  };
  expect(readVitestReport(report)).toMatchObject({
    files: [{ file: "/a.test.ts", seconds: 2.5 }],
    skippedTests: ["the store (no PostgreSQL)"],
  });
});

test("a journey that passed only when tried again is a failure", () => {
  expect(readPlaywrightReport({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } })).toMatchObject({
    passed: 4,
    failed: 2,
    skipped: 2,
  });
});

test("the journeys of a file are added up, whatever group they are in", () => {
  const spec = (title: string, status: string, duration: number, error?: object) => ({
    file: "a.spec.ts",
    title,
    tests: [{ status, results: [{ duration, error }] }],
  });
  const report = {
    suites: [
      {
        specs: [spec("one", "unexpected", 1_000, { message: "not visible" })],
        suites: [{ specs: [spec("two", "skipped", 500)], suites: [] }],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toMatchObject({
    files: [{ file: "a.spec.ts", seconds: 1.5 }],
    skippedTests: ["two"],
    failures: [{ name: "a.spec.ts: one", reason: "not visible" }],
  });
});

test("a report without numbers counts nothing", () => {
  expect([readVitestReport(null), readPlaywrightReport({})]).toEqual([emptyReport, emptyReport]);
});
