import { valueAt, type Json } from "@dc/api-client";
import { describe, expect, it } from "vitest";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";

/** Services whose phones are on each type of record. */
const services = {
  practitioner: startCheckedService("seed:8"),
  schedule: startCheckedService("seed:12"),
  place: startCheckedService("seed:289"),
};

/** Its practitioners have a name in parts; its schedules have a member with the name of one of them. */
const inParts = startCheckedService("seed:48946");

type Owner = keyof typeof services;

function phonesAt(type: string): string {
  return `/records/${type}/meanings/phones`;
}

/** The right profile of a service, with its phones named on another record type, as they were or as the default has them. */
function moved(right: Json, from: Owner, to: Owner, phones: Json): Json {
  const without = edited(right, phonesAt(from), undefined);
  const bare =
    valueAt(without, phonesAt("schedule")) === undefined ? without : edited(without, phonesAt("schedule"), undefined);
  return edited(bare, phonesAt(to), phones);
}

const ofDefault = { kind: "phones", at: "/phone_numbers", shape: { form: "objects", number: "/number" } };

describe("phones named on the wrong record type are found, whichever it is", () => {
  it.each<[Owner, Owner]>([
    ["schedule", "practitioner"],
    ["place", "practitioner"],
    ["place", "schedule"],
    ["practitioner", "schedule"],
    ["schedule", "place"],
    ["practitioner", "place"],
  ])("on a %s, named on a %s", async (from, to) => {
    const { right, check } = services[from];
    if (valueAt(right, `/records/${to}`) === undefined) return;
    const ownPhones = valueAt(right, phonesAt(from)) ?? null;
    const place = valueAt(ownPhones, "/at");
    for (const phones of [ownPhones, ofDefault]) {
      const { code, output } = await check(JSON.stringify(moved(right, from, to, phones)));
      expect([code, lineAt(output, phonesAt(to))]).toEqual([2, expect.stringContaining(`${JSON.stringify(place)}`)]);
      expect(lineAt(output, phonesAt(to))).toContain(`among the meanings of "${from}"`);
    }
  });
});

describe("an optional part of a name that no record has", () => {
  it("is not looked for on another record type, though that has a member of its name", async () => {
    const { code, output } = await inParts.check(
      JSON.stringify(edited(inParts.right, "/records/practitioner/meanings/suffix/at", "/honours")),
    );
    expect(output).toContain("/honours");
    expect(output).not.toContain("/lines/suffix");
    expect(code).toBe(0);
  });
});

describe("what was found nowhere", () => {
  it("is told at the end, though there is nothing to change", async () => {
    const { right, check } = services.practitioner;
    const salutation = { kind: "text", at: "/honorific_prefix" };
    const { code, output } = await check(
      JSON.stringify(edited(right, "/records/practitioner/meanings/suffix", salutation)),
    );
    expect(code).toBe(0);
    expect(output).toContain(
      "Nothing to change in what was found; no record that was read has practitioner suffix: see above.",
    );
  });

  it("may be on a record that no entry names yet", async () => {
    const { right, check } = services.place;
    const bare = ["place", "phones", "timeZone", "name"].reduce<Json>(
      (profile, name) => edited(profile, `/records/schedule/meanings/${name}`, undefined),
      right,
    );
    const operations = ["read", "create", "update", "delete"].reduce<Json>(
      (profile, verb) => edited(profile, `/operations/${verb}Place`, undefined),
      edited(edited(bare, "/records/place", undefined), "/records/schedule/create", undefined),
    );
    const { output } = await check(JSON.stringify(edited(operations, phonesAt("practitioner"), ofDefault)));
    expect(output).toMatch(
      /practitioner phones .*It may be on a record that is not read yet: no entry names "\/practice" of a schedule/,
    );
  });
});
