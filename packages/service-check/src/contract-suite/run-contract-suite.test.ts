import { createProfile, type IndexVersionKind } from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { deviations, type Deviation, type SandboxOptions } from "@dc/sandbox/app";
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
import { checkProfile } from "#/profile-check/check-profile.ts";
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

const failedChecks: Readonly<Record<Deviation, string | null>> = {
  // No sentence says that the test index keeps anything; blamed-entries.test.ts shows what is said of it.
  "test-index-forgets": null,
  "standard-writable": "standard-index-read-only",
  "copy-follows-base": "index-as-of-creation",
  "copy-changes-ids": "index-copies-standard",
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

const services: readonly (readonly [string, SandboxOptions])[] = [
  ...spellings.map((spelling) => [`the ${spelling} spelling`, { spelling }] as const),
  ["an overlay by field", { indexVersions: "overlay-by-field" }],
  ["an overlay by record", { indexVersions: "overlay-by-record" }],
];

/** What a service does against the interface is told alike, whatever the kinds of its values. */
const onlyWhole = ["names-in-parts", "every-kind"];

describe.each(services)("%s of the sandbox", (_, options) => {
  it("keeps every sentence and every entry of its profile that can be tried", async () => {
    const report = await run(startSandboxService(options));
    expect(broken(report)).toEqual([]);
    expect(ids(report.checks, "not-testable")).toEqual([
      "patient-fields",
      "best-effort",
      "insurance-check",
      "going-live",
      "key-issue",
    ]);
    // Every entry can be tried: also the update of a record whose name lives on another one.
    // How long to wait shows only where the service puts a call off.
    const untried = report.checks.filter(({ status, source }) => status === "not-testable" && source !== "interface");
    expect(untried.filter(({ about }) => about !== "/waits")).toEqual([]);
  });
});

describe.each(services.filter(([, { spelling }]) => !onlyWhole.includes(spelling ?? "")))(
  "%s of the sandbox",
  (_, options) => {
    it.each(deviations)("with %s breaks exactly the check that names it", async (deviation) => {
      const service = startSandboxService({ ...options, deviation });
      const report = await run(service);
      const isOfOverlay = deviation === "copy-follows-base" && service.profile.indexVersionKind !== "copy";
      const expected = isOfOverlay ? "index-follows-standard" : failedChecks[deviation];
      expect(broken(report).map((line) => line.split(": ")[0])).toEqual(expected === null ? [] : [expected]);
    });
  },
);

it.each<[IndexVersionKind, IndexVersionKind, string[]]>([
  [
    "copy",
    "overlay-by-field",
    ["index-follows-standard: the standard index changed, the index version did not follow"],
  ],
  ["overlay-by-field", "copy", ["index-as-of-creation: the copy moved with the standard index"]],
  [
    "overlay-by-field",
    "overlay-by-record",
    [
      "index-follows-standard: a record that was written in idx_test_mode_custom still followed the standard index in other fields",
    ],
  ],
  [
    "overlay-by-record",
    "overlay-by-field",
    [
      "index-follows-standard: a field that was not written in idx_test_mode_custom did not follow, since another field of its record was",
    ],
  ],
])("where index versions are %s and the profile says %s, the suite says so", async (are, stated, expected) => {
  const service = startSandboxService({ indexVersions: are });
  const data = structuredClone(service.profile.data);
  data.indexes.versions = { are: stated, status: "assumed" };
  const report = await run({ ...service, profile: createProfile(data, { formatPhone }) });
  expect(broken(report)).toEqual(expected);
  const entry = report.checks.find(({ id }) => id === "profile:/indexes/versions");
  expect(entry?.status).toBe("not-testable");
});

it("takes a booked slot that is gone for this key alone as no proof of a real booking", async () => {
  const { profile, transport, schedule } = startSandboxService({ deviation: "test-mode-books" });
  const given = { baseUrl: "http://service.test", apiKey: key, profile, transport, schedule, clock };
  const { checks } = await runContractSuite({ ...given, probeWrites: true });
  const check = checks.find(({ id }) => id === "test-mode-books-nothing");
  expect([check?.status, check?.detail]).toEqual(["not-testable", expect.stringContaining("--other-key")]);
});

it("a service that answers an unknown index like an unknown record breaks nothing, with a right profile", async () => {
  const service = startSandboxService();
  const send: typeof service.transport.send = async (request) => {
    const answer = await service.transport.send(request);
    const body = Buffer.from(JSON.stringify({ error: { code: "not_found", message: "Not found." }, request_id: "r" }));
    return answer.status === 404 ? { ...answer, body } : answer;
  };
  const data = structuredClone(service.profile.data);
  data.errors.reasons = data.errors.reasons.filter(({ reason }) => reason !== "unknown-index");
  const given = { profile: createProfile(data, { formatPhone }), transport: { ...service.transport, send } };
  expect(broken(await run({ ...service, ...given }))).toEqual([]);
  const { schedule } = service;
  const checked = { baseUrl: "http://service.test", apiKey: key, clock, ids: { schedule: [schedule] }, ...given };
  const { problems, notTried } = await checkProfile(checked);
  expect(problems).toEqual([]);
  expect(notTried.join(" ")).toContain("the service answers both alike, 404 not_found");
});

it("cannot test what an index version is to the standard index, where nobody changes that", async () => {
  const service = startSandboxService({ indexVersions: "overlay-by-field" });
  const { profile, transport, schedule } = service;
  const given = { baseUrl: "http://service.test", apiKey: key, profile, transport, schedule, clock };
  const { checks } = await runContractSuite({ ...given, probeWrites: true });
  expect(
    checks.filter(({ id }) => id === "index-follows-standard" || id === "profile:/indexes/versions"),
  ).toMatchObject([
    { status: "not-testable", detail: expect.stringMatching(/^no request can change the standard index/) },
    { status: "not-testable", detail: expect.stringMatching(/no request can change the standard index/) },
  ]);
});

it("says where the fields of a schedule are, when it holds none of its own that can be written", async () => {
  const service = startSandboxService({ spelling: "respelled" });
  const data = structuredClone(service.profile.data);
  for (const meaning of Object.values(data.records["schedule"]?.meanings ?? {}))
    if ("at" in meaning) meaning.write = "never";
  delete data.records["schedule"]?.create;
  const report = await run({ ...service, profile: createProfile(data, { formatPhone }) });
  const results = new Map(report.checks.map(({ id, status, detail: why }) => [id, `${status}: ${why}`]));
  expect(results.get("profile:/operations/updateSchedule")).toBe(
    "not-testable: a schedule has nothing of its own that the profile can write: name, timeZone, phones belong to the place (see /operations/updatePlace)",
  );
  expect(results.get("profile:/operations/updatePlace")).toMatch(/^holds/);
});
