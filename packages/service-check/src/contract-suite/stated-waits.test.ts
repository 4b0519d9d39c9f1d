import { createProfile, type ServiceProfile } from "@dc/api-client";
import { expect, it } from "vitest";
import { checkProfile } from "#/profile-check/check-profile.ts";
import { createSkippingClock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { runContractSuite } from "./run-contract-suite.ts";

// The drawn services say how long to wait in a header of another name, and in the body of the error.
const inHeader = "seed:3";
const inBody = "seed:6";

type Waits = ServiceProfile["data"]["waits"];

/** A service that puts one call off, with its profile or one that says something else of waits. */
function putOffOnce(spelling: string, waitsBy: (right: Waits) => Waits = (right) => right) {
  const { sandbox, profile, transport, schedule } = startSandboxService({ spelling });
  sandbox.faults.arm({ kind: "status", status: 429, retryAfter: 1, phase: "before", times: 1, ms: 0 });
  const given = { baseUrl: "http://service.test", apiKey: key, transport, clock: createSkippingClock() };
  const changed = createProfile({ ...profile.data, waits: waitsBy(profile.data.waits) });
  return {
    check: () => checkProfile({ ...given, profile: changed, ids: { schedule: [schedule] } }),
    suite: () => runContractSuite({ ...given, profile: changed, schedule }),
  };
}

it.each([inHeader, inBody])("a wait that %s states is found where the profile says", async (spelling) => {
  const { problems, notTried } = await putOffOnce(spelling).check();
  expect([problems, notTried.filter((reason) => reason.includes("/waits"))]).toEqual([[], []]);
  const report = await putOffOnce(spelling).suite();
  expect(report.checks.find(({ id }) => id === "profile:/waits")).toMatchObject({ status: "holds" });
  expect(report.counts["does-not-hold"]).toBe(0);
});

it("without a call that was put off, places of waits are told as not tried", async () => {
  const { profile, transport, schedule } = startSandboxService({ spelling: inBody });
  const given = { baseUrl: "http://service.test", apiKey: key, transport, clock: createSkippingClock(), profile };
  const { notTried } = await checkProfile({ ...given, ids: { schedule: [schedule] } });
  expect(notTried).toContain("How long to wait (/waits): the service put no call off.");
  const report = await runContractSuite({ ...given, schedule });
  expect(report.checks.find(({ id }) => id === "profile:/waits")).toMatchObject({
    status: "not-testable",
    detail: "the service put no call off during the run",
  });
});

it.each<[string, string, (right: Waits) => Waits, string, RegExp]>([
  [
    "a header that is none",
    inHeader,
    () => ({ header: { name: "X-Pause", as: "seconds" }, status: "assumed" }),
    "/waits/header",
    /finds no wait in seconds at the header "X-Pause" of an answer with 429; it may be the header "x-cool-off"/,
  ],
  [
    "a place of the body that is none",
    inBody,
    () => ({ body: { at: "/pause", as: "seconds" }, status: "assumed" }),
    "/waits/body",
    /finds no wait in seconds at "\/pause" of an answer with 429; it may be "\/tryAgain"/,
  ],
  ["a wait that is left out", inBody, () => undefined, "/waits", /has no Retry-After; it may be "\/tryAgain"/],
])("%s is told, with what it may be", async (_what, spelling, waits, pointer, message) => {
  const { problems } = await putOffOnce(spelling, waits).check();
  expect(problems).toEqual([{ pointer, message: expect.stringMatching(message) }]);
});

it("a place that is wrong does not hold in the contract suite", async () => {
  const wrong = putOffOnce(inHeader, () => ({ header: { name: "X-Pause", as: "seconds" }, status: "assumed" }));
  const { checks } = await wrong.suite();
  expect(checks.find(({ id }) => id === "profile:/waits")).toMatchObject({
    status: "does-not-hold",
    detail: expect.stringContaining("/waits/header  finds no wait"),
  });
});
