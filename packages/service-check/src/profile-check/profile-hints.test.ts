import { createProfile, type ServiceProfile } from "@dc/api-client";
import { expect, it } from "vitest";
import { clock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { checkProfile } from "./check-profile.ts";
import type { ProfileCheckReport } from "./profile-check-report.ts";

type Meaning = NonNullable<ServiceProfile["data"]["records"][string]>["meanings"][string];

const service = startSandboxService({ spelling: "seed:777" });
const [, ...schedules] = service.sandbox.samples.rosterOf(6).trim().split("\n");

function dryRun(
  type: string,
  name: string,
  change: (meaning: Meaning | undefined) => Meaning,
): Promise<ProfileCheckReport> {
  const data = structuredClone(service.profile.data);
  const record = data.records[type];
  if (record === undefined) throw new TypeError(`no record type ${type}`);
  record.meanings[name] = change(record.meanings[name]);
  const { transport } = service;
  const ids = { schedule: schedules.slice(0, 5) };
  return checkProfile({
    baseUrl: "http://service.test",
    apiKey: key,
    profile: createProfile(data),
    ids,
    transport,
    clock,
  });
}

it("blames a reference at a wrong member, and not the ids of the record that it should lead to", async () => {
  const { problems } = await dryRun("schedule", "place", (meaning) => {
    if (meaning === undefined || "via" in meaning) throw new TypeError("the place is named by the schedule");
    return { ...meaning, at: "/Provider" };
  });
  expect(problems).toEqual([
    {
      pointer: "/records/schedule/meanings/place/at",
      message: expect.stringMatching(/ids of a place start with "p-"; it may be "\/Branch" \("p-/),
    },
  ]);
});

it("says when phones that are there could not be written with their extensions", async () => {
  const { problems } = await dryRun("place", "phones", (meaning) => {
    if (meaning === undefined || "via" in meaning || meaning.kind !== "phones" || typeof meaning.write !== "object")
      throw new TypeError("the place has phones that can be written");
    const { elementWithExtension: _, ...write } = meaning.write;
    return { ...meaning, write };
  });
  expect(problems).toEqual([
    {
      pointer: "/records/place/meanings/phones/write/elementWithExtension",
      message: expect.stringContaining('write "{number} ext. {extension}"'),
    },
  ]);
});

it("proposes no number as phones that only could be dialled, and says what to do when there are none", async () => {
  const { problems, meanings } = await dryRun("practitioner", "phones", () => ({
    kind: "phones",
    at: "/phone_numbers",
    shape: { form: "texts", extensionMarks: [] },
    status: "assumed",
  }));
  expect(problems).toEqual([]);
  const phones = meanings.find(({ type, meaning }) => type === "practitioner" && meaning === "phones");
  expect(phones?.detail).toContain('If no practitioner has it, remove it: "phones": null');
});

it.each(["seed:1048", "seed:1098"])(
  "asks for no change because no phone that was read has an extension, beside a member that is never filled (%s)",
  async (spelling) => {
    const right = startSandboxService({ spelling, seed: `spelling ${spelling.slice("seed:".length)}` });
    const ids = { schedule: right.sandbox.samples.rosterOf(12).trim().split("\n").slice(1, 25) };
    const { profile, transport } = right;
    const { problems } = await checkProfile({
      baseUrl: "http://service.test",
      apiKey: key,
      profile,
      ids,
      transport,
      clock,
    });
    expect(problems).toEqual([]);
  },
);

it("tells how the parts of a name are put together where nothing does", async () => {
  const inParts = startSandboxService({ spelling: "seed:3" });
  const data = structuredClone(inParts.profile.data);
  delete data.records["practitioner"]?.meanings["displayName"];
  delete data.records["practitioner"]?.findBy?.["displayName"];
  delete data.operations["findPractitionersByDisplayName"];
  const { notTried } = await checkProfile({
    baseUrl: "http://service.test",
    apiKey: key,
    profile: createProfile(data),
    ids: { schedule: [inParts.schedule] },
    transport: inParts.transport,
    clock,
  });
  expect(notTried.join("\n")).toContain(
    'no displayName for a practitioner, so the console can neither show nor change it. The parts of a name are shown together with "displayName": { "kind": "composed", "template": "{givenName} {familyName}" }.',
  );
});
