import { createProfile, isJsonArray, isJsonObject, type Json, valueAt } from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { describe, expect, it } from "vitest";
import { runContractSuite } from "#/contract-suite/run-contract-suite.ts";
import { edited, lineAt, startCheckedService } from "#/testing/edited-profile.fixture.ts";
import { casesOf, type Mistake } from "#/testing/file-mistakes.fixture.ts";
import { clock, key } from "#/testing/sandbox-service.fixture.ts";

const practitioner = "/records/practitioner/meanings";
const schedule = "/records/schedule/meanings";
const place = "/records/place/meanings";
const missing = `${schedule}/bookable/missing`;
const everyKind = startCheckedService("every-kind");
const closable = startCheckedService("seed:8");
const strict = startCheckedService("seed:14");
const plain = startCheckedService("default");
const seen = ["--schedule", [...everyKind.schedules.slice(0, 2), ...everyKind.schedules.slice(5, 8)].join(",")];

/** What reading alone shows. */
const told: readonly Mistake[] = [
  [
    "a choice of other types",
    `${schedule}/telehealth/values`,
    texts("none", "video", "telephone"),
    "of another type than the",
    `${schedule}/telehealth/values/1/value`,
  ],
  [
    "a choice that lacks values",
    `${practitioner}/gender/values`,
    [{ value: "F", words: "female" }],
    "which the service has: add each",
  ],
  [
    "yes and no as texts",
    `${schedule}/walkIns`,
    { kind: "boolean", yes: "1", no: "0", at: "/without_booking" },
    'write "yes" and "no" as the service spells them',
  ],
  [
    "yes and no for other words",
    `${practitioner}/acceptsNewPatients`,
    { kind: "boolean", at: "/panel_open" },
    'write "yes" and "no" as the service spells them',
  ],
  ["seconds as milliseconds", `${practitioner}/boardCertifiedSince/as`, "milliseconds", 'write "seconds"'],
  [
    "times in another form",
    "/operations/listOpenSlots/query",
    { lower_end: "{from}", upper_end: "{to}" },
    "{from:milliseconds}",
    "/operations/listOpenSlots/query/lower_end",
  ],
  ["a number for a text", `${practitioner}/yearsInPractice/as`, undefined, 'write "text"'],
  ["whole numbers that are none", "/records/insurance/meanings/copay/whole", true, "must be false"],
  ["a range that is too narrow", `${schedule}/visitMinutes/max`, 20, "must be at least"],
  ["another word for what can be booked", `${schedule}/bookable/yes`, ["opened"], '"open"'],
  ["a set of another type", `${schedule}/alsoAt/of`, "practitioner", 'write "place"'],
  ["a set of words that are ids", `${schedule}/alsoAt/of`, "word", 'write "place"'],
  [
    "languages the other way round",
    `${practitioner}/biography`,
    { kind: "languages", language: "/phrased_so", text: "/locale_code", at: "/life_story" },
    'write "language": "/locale_code"',
  ],
  ["a part of an address elsewhere", `${place}/address/postalCode`, "/zip", 'it may be "/zip_of"'],
  ["a street of one text", `${place}/address/lines`, undefined, 'write "list"'],
  [
    "an extension that cannot be written",
    `${place}/phones/write/elementWithExtension`,
    undefined,
    '"{number} ;ext= {extension}"',
  ],
  ["pages for offsets", "/operations/listPractitioners/paging/style", "page", 'write "offset"'],
  ["details that are left out", "/errors/details", undefined, '"at": "/complaint/grounds", "statuses": [400]'],
  ["details of other errors", "/errors/details/statuses", [410], "such as [400]"],
];

/** What no answer can show: both readings are possible. */
const silent: readonly (readonly [what: string, why: string, wrong: (right: Json) => Json])[] = [
  [
    "yes and no swapped",
    "nothing but a person knows what Y means",
    (right) =>
      edited(right, `${practitioner}/acceptsNewPatients`, { kind: "boolean", yes: "N", no: "Y", at: "/panel_open" }),
  ],
  [
    "one text of a person taken for another",
    "both are names",
    (right) => edited(right, `${practitioner}/displayName/at`, "/short_form"),
  ],
];

/** The values 0, 1 and 2 as texts. */
function texts(...words: readonly string[]): Json {
  return words.map((word, value) => ({ value: String(value), words: word }));
}

/** The profile with this member of every entry for an unknown index version, and the place of the first. */
function withReason(profile: Json, member: string, value: Json): { profile: Json; pointer: string } {
  const entries = valueAt(profile, "/errors/reasons");
  const places = (isJsonArray(entries) ? entries : []).flatMap((entry, position) =>
    isJsonObject(entry) && entry["reason"] === "unknown-index" ? [`/errors/reasons/${String(position)}/${member}`] : [],
  );
  return {
    profile: places.reduce((next, place) => edited(next, place, value), profile),
    pointer: places[0] ?? "",
  };
}

describe("of 24 planted mistakes all but two are told, each at its own entry", () => {
  it("and the right profiles have none", async () => {
    for (const { check, right } of [everyKind, closable])
      expect((await check(JSON.stringify(right))).output).toContain("Nothing to change.");
    expect((await everyKind.check(JSON.stringify(everyKind.right), seen)).output).toContain("Nothing to change.");
    // One is told where nothing means something, two by writing.
    expect(told.length + 1 + 2 + silent.length).toBe(24);
    expect(silent.length).toBeLessThanOrEqual(2);
  });

  it.each(casesOf(told))("$what", async ({ pointer, value, words, reportedAt }) => {
    const { code, output } = await everyKind.check(JSON.stringify(edited(everyKind.right, pointer, value)), seen);
    expect([code, lineAt(output, reportedAt)]).toEqual([2, expect.stringContaining(words)]);
    expect(lineAt(output, reportedAt)).toMatch(new RegExp(`^${reportedAt}(?:\\s|$)`));
  });

  it.each(silent)("silent: %s, since %s", async (_what, _why, wrong) => {
    const { output } = await everyKind.check(JSON.stringify(wrong(everyKind.right)), seen);
    expect(output).toContain("Nothing to change.");
  });

  it("what nothing means where it is said whether a record can be booked", async () => {
    const { check, right, schedules } = closable;
    const wrong = JSON.stringify(edited(right, missing, undefined));
    const told: string[] = [];
    for (let from = 0; from < schedules.length; from += 5) {
      const { output } = await check(wrong, ["--schedule", schedules.slice(from, from + 5).join(",")]);
      if (output.includes(missing)) told.push(lineAt(output, missing));
    }
    expect(told[0]).toMatch(/have nothing at .*: write "no" if they cannot be booked/);
  });

  it("by writing: an overlay that is a copy, and a format that the service does not take", async () => {
    const { service, right } = strict;
    const overlay = edited(right, "/indexes/versions", { are: "overlay-by-field" });
    const profile = createProfile(edited(overlay, `${schedule}/phones/write/format`, "national"), { formatPhone });
    const { checks } = await runContractSuite({
      ...service,
      profile,
      baseUrl: "http://service.test",
      apiKey: key,
      clock,
      probeWrites: true,
    });
    const told = (id: string) => checks.find((check) => check.id === id);
    expect(told("index-follows-standard")).toMatchObject({
      status: "does-not-hold",
      detail: "the standard index changed, the index version did not follow",
    });
    expect(told(`profile:${schedule}/phones`)).toMatchObject({
      status: "does-not-hold",
      detail: expect.stringContaining("Numbers must be e164"),
    });
  });
});

describe("a mistake of a reason is told at its own member", () => {
  it.each([
    ["status", 410, "write 404"],
    ["code", "not-here", 'write "index_not_found"'],
  ] as const)("a wrong %s, and no advice to add what is there", async (member, value, words) => {
    const { check, right } = plain;
    const { profile, pointer } = withReason(right, member, value);
    const { code, output } = await check(JSON.stringify(profile));
    expect([code, lineAt(output, pointer)]).toEqual([2, expect.stringContaining(words)]);
    expect(output).not.toContain("put this before");
  });

  it("a sentence taken for the code", async () => {
    const { check, right } = plain;
    const { code, output } = await check(JSON.stringify(edited(right, "/errors/code", "/error/message")));
    expect([code, lineAt(output, "/errors/code")]).toEqual([2, expect.stringContaining('"/error/code"')]);
  });
});
