import { createProfile } from "@dc/api-client";
import { deviations, type Deviation } from "@dc/sandbox/app";
import { describe, expect, it } from "vitest";
import {
  clock,
  key,
  otherKey,
  spellings,
  startSandboxService,
  type SandboxService,
} from "#/testing/sandbox-service.fixture.ts";
import type { CheckResult, ContractReport } from "./report.ts";
import { runContractSuite } from "./run-contract-suite.ts";

function run(service: SandboxService): Promise<ContractReport> {
  const { profile, transport, schedule } = service;
  const probing = { probeWrites: true, otherKey, changeStandardRecord: service.changeStandardRecord };
  return runContractSuite({
    baseUrl: "http://service.test",
    apiKey: key,
    profile,
    transport,
    schedule,
    clock,
    ...probing,
  });
}

function broken(report: ContractReport): readonly string[] {
  return report.checks.filter(({ status }) => status === "does-not-hold").map(({ id, detail }) => `${id}: ${detail}`);
}

function ids(checks: readonly CheckResult[], status: CheckResult["status"]): readonly string[] {
  return checks.filter((check) => check.status === status && check.source === "interface").map(({ id }) => id);
}

const found: Readonly<Record<Deviation, string>> = {
  "standard-writable": "standard-index-read-only",
  "copy-follows-base": "index-as-of-creation",
  "copy-changes-ids": "same-ids",
  "index-shared": "index-private",
  "created-id-repeats": "new-random-ids",
  "authorization-ignored": "authorization-required",
  "index-ignored": "index-header-selects",
  "list-for-object": "records-are-objects",
  "slot-time-imprecise": "slot-start",
  "test-mode-books": "test-mode-books-nothing",
  "index-name-missing": "index-created-and-named",
  "version-ignored": "api-version-header",
  "write-leaks": "change-stays-in-its-index",
  "write-leaks-to-indices": "change-stays-in-its-index",
};

describe.each(spellings)("the %s spelling of the sandbox", (spelling) => {
  it("keeps every sentence and every entry of its profile that can be tried", async () => {
    const report = await run(startSandboxService({ spelling }));
    expect(broken(report)).toEqual([]);
    expect(ids(report.checks, "not-testable")).toEqual([
      "patient-fields",
      "best-effort",
      "insurance-check",
      "going-live",
      "key-issue",
    ]);
    // Every entry can be tried: also the update of a record whose name lives on another one.
    expect(report.checks.filter(({ status, source }) => status === "not-testable" && source !== "interface")).toEqual(
      [],
    );
  });

  it.each(deviations)("with %s breaks exactly the check that names it", async (deviation) => {
    const report = await run(startSandboxService({ spelling, deviation }));
    expect(broken(report).map((line) => line.split(": ")[0])).toEqual([found[deviation]]);
  });
});

it("says where the fields of a schedule are, when it holds none of its own that can be written", async () => {
  const service = startSandboxService({ spelling: "respelled" });
  const data = structuredClone(service.profile.data);
  for (const meaning of Object.values(data.records["schedule"]?.meanings ?? {}))
    if (!("via" in meaning)) meaning.write = "never";
  delete data.records["schedule"]?.create;
  const report = await run({ ...service, profile: createProfile(data) });
  const results = new Map(report.checks.map(({ id, status, detail: why }) => [id, `${status}: ${why}`]));
  expect(results.get("profile:/operations/updateSchedule")).toBe(
    "not-testable: a schedule has nothing of its own that the profile can write: name, timeZone, phones belong to the place (see /operations/updatePlace)",
  );
  expect(results.get("profile:/operations/updatePlace")).toMatch(/^holds/);
});
