import { createProfile, type Json } from "@dc/api-client";
import { expect, it } from "vitest";
import { checkProfile } from "#/profile-check/check-profile.ts";
import { edited } from "#/testing/edited-profile.fixture.ts";
import { clock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { runContractSuite } from "./run-contract-suite.ts";

// Its schedules and practitioners say in a text whether they can be booked.
const service = startSandboxService({ spelling: "seed:2" });
const right: Json = service.sandbox.profile({ writes: true });
const bookable = "/records/schedule/meanings/bookable";

function given(profile: Json, schedule: string) {
  const { transport } = startSandboxService({ spelling: "seed:2" });
  const options = {
    baseUrl: "http://service.test",
    apiKey: key,
    clock,
    transport,
    profile: createProfile(Object(profile)),
  };
  return {
    check: () => checkProfile({ ...options, ids: { schedule: [schedule] } }),
    suite: () => runContractSuite({ ...options, schedule, probeWrites: true }),
  };
}

/** The first schedule whose own record says that it cannot be booked. */
async function closedSchedule(): Promise<string> {
  const { profile, sandbox, transport } = service;
  const ids = sandbox.samples.rosterOf(40).trim().split("\n").slice(1);
  const { meanings } = profile.data.records["schedule"] ?? {};
  const meaning = meanings?.["bookable"];
  const [yes] = meaning !== undefined && "kind" in meaning && meaning.kind === "bookable" ? meaning.yes : [];
  for (const id of ids) {
    const report = await checkProfile({
      baseUrl: "http://service.test",
      apiKey: key,
      clock,
      transport,
      profile,
      ids: { schedule: [id] },
    });
    const sample = report.meanings.find((result) => result.type === "schedule" && result.meaning === "bookable")
      ?.samples[0];
    if (sample !== undefined && sample.raw !== yes) return id;
  }
  throw new Error("no schedule is closed");
}

it("a schedule with open slots that reads as closed is told, with the value to add", async () => {
  const wrong = edited(right, `${bookable}/yes`, ["somewhere"]);
  const { problems } = await given(wrong, service.schedule).check();
  expect(problems).toEqual([
    { pointer: `${bookable}/yes`, message: expect.stringMatching(/lists open slots of it: add "all_open"$/) },
  ]);
  const { checks } = await given(wrong, service.schedule).suite();
  expect(checks.find(({ id }) => id === `profile:${bookable}`)).toMatchObject({
    status: "does-not-hold",
    detail: expect.stringContaining("lists open slots of it"),
  });
});

it("a schedule that cannot be booked is told as the reason why no slot was tried", async () => {
  const closed = await closedSchedule();
  const because =
    /no open slot.*; the schedule cannot be booked: (On leave|Takes no new patients|Retired): try another id/;
  const { problems, notTried } = await given(right, closed).check();
  expect([problems, notTried.some((reason) => because.test(reason))]).toEqual([[], true]);
  const { checks, counts } = await given(right, closed).suite();
  expect(counts["does-not-hold"]).toBe(0);
  expect(checks.find(({ id }) => id === "appointment-created")).toMatchObject({
    status: "not-testable",
    detail: expect.stringMatching(because),
  });
});

const { sandbox, transport, schedule } = startSandboxService({ spelling: "names-in-parts" });
const inParts = createProfile(Object(sandbox.profile({ writes: true })));
const closable = inParts.recordTypes.find((type) => inParts.data.records[type]?.meanings["bookable"] !== undefined);

it.each<[string, Json, string | null]>([
  [
    "a text for true",
    ["true"],
    "but the service has true there, of another type, so nothing could be booked: write [true]",
  ],
  ["a number for true", [1], "so nothing could be booked: write the one that means that it can be booked"],
  ["true", [true], null],
  ["true among others", ["yes", true], null],
])("a yes that is %s is told as what it is", async (_what, yes, says) => {
  const pointer = `/records/${closable ?? ""}/meanings/bookable/yes`;
  const { problems } = await checkProfile({
    baseUrl: "http://service.test",
    apiKey: key,
    clock,
    transport,
    profile: createProfile(Object(edited(sandbox.profile({ writes: true }), pointer, yes))),
    ids: { schedule: [schedule] },
  });
  const told = problems.find((problem) => problem.pointer === pointer)?.message ?? null;
  expect(told).toEqual(says === null ? null : expect.stringContaining(says));
});

it("says that it reads some records of a type only where there are more", async () => {
  const roster = sandbox.samples.rosterOf(40).trim().split("\n").slice(1);
  const check = async (schedules: string[]) =>
    await checkProfile({
      baseUrl: "http://service.test",
      apiKey: key,
      clock,
      transport,
      profile: inParts,
      ids: { schedule: schedules },
    });
  const limit = /^Every .*schedule.*: at most 5 records of a type are read/;
  const [many, few] = [await check(roster.slice(0, 8)), await check(roster.slice(0, 2))];
  expect(many.notTried).toContainEqual(expect.stringMatching(limit));
  expect(few.notTried).not.toContainEqual(expect.stringMatching(limit));
});
