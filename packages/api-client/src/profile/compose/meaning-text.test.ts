import { describe, expect, it } from "vitest";
import { ProfileError } from "#/errors/profile-error.ts";
import type { JsonObject } from "#/json/json.ts";
import { createProfile } from "#/profile/profile.ts";
import { composeText, parseComposedTemplate, templatePaths } from "./composed-template.ts";

const text = (at: string) => ({ kind: "text", at });
const composed = (template: string) => ({ kind: "composed", template });
const parts = { givenName: text("/given"), familyName: text("/family"), suffix: text("/suffix") };

function profileWith(practitioner: JsonObject, schedule: JsonObject = {}, more: JsonObject = {}) {
  return createProfile({
    extends: "default",
    ...more,
    records: {
      practitioner: { meanings: practitioner, create: { required: ["familyName"] } },
      schedule: { meanings: schedule, create: { required: [] } },
      place: { collection: "places", meanings: { name: text("/title") } },
    },
    operations: { readPlace: { method: "GET", path: "/places/{id}" } },
  });
}

function problemsOf(...given: Parameters<typeof profileWith>) {
  try {
    profileWith(...given);
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.problems;
    throw error;
  }
}

const compose = (template: string, ...texts: readonly (string | null)[]) => {
  const paths = templatePaths(template);
  return composeText(parseComposedTemplate(template), (path) => texts[paths.indexOf(path)] ?? null);
};

describe("a composed text", () => {
  const name = "{givenName} {familyName}, {suffix}";
  it.each([
    [name, ["Ada", "Lovelace", "MD"], "Ada Lovelace, MD"],
    [name, ["Ada", "Lovelace", null], "Ada Lovelace"],
    [name, [null, "Lovelace", "MD"], "Lovelace, MD"],
    [name, ["Ada", null, "MD"], "Ada, MD"],
    [name, [null, null, "MD"], "MD"],
    [name, [null, "", " "], null],
    [name, [" Ada ", "Lovelace", ""], "Ada Lovelace"],
    ["{familyName}{givenName}", ["山田", "花子"], "山田花子"],
    ["{familyName} {givenName}", ["Nagy", null], "Nagy"],
    ["Dr. {givenName} {familyName}", [null, "Lovelace"], "Dr. Lovelace"],
    ["{givenName} ({nick}) {familyName}", ["Ada", null, "Lovelace"], "Ada Lovelace"],
    ["{givenName} “{nick}” {familyName}", [null, "Countess", "Lovelace"], "“Countess” Lovelace"],
    ["{displayName} at {place.name}", ["Ada", null], "Ada"],
    ["{displayName} at {place.name}", [null, "Elm Street"], "Elm Street"],
    ["{familyName}先生", [null], null],
    ["{familyName} ({givenName} {nick})", ["Lovelace", "Ada", null], "Lovelace (Ada)"],
    ["{familyName} ({givenName} {nick})", ["Lovelace", null, "Countess"], "Lovelace (Countess)"],
    ["{familyName} ({givenName} {nick})", ["Lovelace", null, null], "Lovelace"],
    ["{familyName} ({givenName} {nick})", [null, "Ada", "Countess"], "(Ada Countess)"],
    ["{familyName} (née {nick}), {suffix}", ["Lovelace", "Byron", "MD"], "Lovelace (née Byron), MD"],
    ["{familyName} (née {nick}), {suffix}", ["Lovelace", null, "MD"], "Lovelace, MD"],
    ["{familyName} (née {nick}), {suffix}", [null, "Byron", null], "(née Byron)"],
    ["[{familyName} ({givenName}, “{nick}”)]", ["Lovelace", null, "Countess"], "[Lovelace (“Countess”)]"],
    ["[{familyName} ({givenName}, “{nick}”)]", ["Lovelace", null, null], "[Lovelace]"],
    ["{familyName} (MD), {suffix}", ["Lovelace", null], "Lovelace"],
    ["{familyName}: {givenName} (MD)", ["Lovelace", null], "Lovelace (MD)"],
    ["{givenName}'s {nick}'s", ["Ada", null], "Ada's"],
    ["O'{familyName} '{nick}'", ["Neill", null], "O'Neill"],
    ["{familyName}'{givenName}' x({nick})", ["a", null, "c"], "a x(c)"],
    ["{familyName}) {givenName}", ["a", "b"], "a) b"],
    ["{familyName} ({givenName}, {nick}", ["a", null, "c"], "a, c"],
    ["({familyName} [{givenName})", ["a", "b"], "(a [b)"],
    ["„{familyName}“ »{givenName}«", ["a", null], "„a“"],
  ])("%s of %j is %j: a missing part takes the separators around it with it", (template, texts, expected) => {
    expect(compose(template, ...texts)).toBe(expected);
  });
});

describe("a composed meaning", () => {
  const follow =
    (records: { readonly [key: string]: JsonObject }) =>
    (type: string, id: string): JsonObject | null =>
      records[`${type} ${id}`] ?? null;

  it("is no value of the record: it is described by its parts, decoded nowhere, and refused where it is written", () => {
    const profile = profileWith({ ...parts, displayName: composed("{givenName} {familyName}, {suffix}") });
    expect(profile.meanings("practitioner").map(({ name }) => name)).toEqual([
      "preferredName",
      "phones",
      "givenName",
      "familyName",
      "suffix",
    ]);
    expect(profile.composed("practitioner")).toMatchObject([
      {
        name: "displayName",
        kind: "composed",
        isWritable: false,
        notWritable: "is composed of givenName, familyName and suffix, which are changed instead",
        parts: [{ path: "givenName", via: [], owner: { type: "practitioner", meaning: "givenName" } }, {}, {}],
      },
    ]);
    const raw = { family: "Lovelace", given: null };
    expect(profile.decode("practitioner", raw)).not.toHaveProperty("displayName");
    expect(() => profile.encode("practitioner", raw, "displayName", "Ada")).toThrow("is composed of its parts");
    expect(profile.text("practitioner", raw, "displayName")).toBe("Lovelace");
    expect(profile.text("practitioner", {}, "displayName")).toBeNull();
    expect(profile.missingAtCreation("practitioner", { given: "Ada" })).toEqual(["familyName"]);
  });

  it("takes parts from the records that are referred to, composed ones among them, and does without unknown ones", () => {
    const profile = profileWith(
      { ...parts, displayName: composed("{familyName} {givenName}") },
      {
        place: { kind: "reference", to: "place", at: "/site" },
        name: composed("{practitioner.displayName} at {place.name}"),
      },
    );
    const raw = { practitioner: "p", site: "s" };
    const known = { "practitioner p": { family: "Nagy", given: "Éva" }, "place s": { title: "Elm Street" } };
    expect(profile.text("schedule", raw, "name", follow(known))).toBe("Nagy Éva at Elm Street");
    expect(profile.text("schedule", raw, "name", follow({ "place s": known["place s"] }))).toBe("Elm Street");
    expect(profile.text("schedule", raw, "name")).toBeNull();
  });

  it("is found through a reference as any other meaning is, and plain texts are read the same way", () => {
    const profile = profileWith(
      { ...parts, displayName: composed("{givenName} {familyName}") },
      {
        place: { kind: "reference", to: "place", at: "/site" },
        name: { via: ["place"] },
        owner: { via: ["practitioner"], meaning: "displayName" },
      },
    );
    expect(profile.composed("schedule")).toMatchObject([{ name: "owner", via: ["practitioner"] }]);
    const known = follow({ "practitioner p": { family: "Lovelace" }, "place s": { title: "Elm Street" } });
    const raw = { practitioner: "p", site: "s" };
    expect(profile.text("schedule", raw, "owner", known)).toBe("Lovelace");
    expect(profile.text("schedule", raw, "name", known)).toBe("Elm Street");
  });
});

describe("a wrong composed meaning is refused with its place", () => {
  const pointerOf = (name: string, key = "template") => `/records/practitioner/meanings/${name}/${key}`;
  it.each([
    [
      "a part that is not there",
      { displayName: composed("{givenNames}") },
      pointerOf("displayName"),
      'perhaps "givenName"',
    ],
    [
      "a part that is no text",
      { displayName: composed("{phones}") },
      pointerOf("displayName"),
      'must be of kind "text" or "word"',
    ],
    ["no part", { displayName: composed("Doctor") }, pointerOf("displayName"), "must name at least one part"],
    ["a brace that is left open", { displayName: composed("{givenName") }, pointerOf("displayName"), "names no part"],
    [
      "a reference that is none",
      { displayName: composed("{givenName.name}") },
      pointerOf("displayName"),
      "must be a reference",
    ],
    [
      "itself",
      { displayName: composed("{displayName}") },
      pointerOf("displayName"),
      "is composed of itself: displayName → displayName",
    ],
    [
      "a circle",
      { displayName: composed("{preferredName}"), preferredName: composed("{displayName} x") },
      pointerOf("displayName"),
      "is composed of itself: displayName → preferredName → displayName",
    ],
    [
      "a place of its own",
      { displayName: { ...composed("{givenName}"), at: "/name" } },
      pointerOf("displayName", "at"),
      "must be left out",
    ],
    [
      "rules for writing",
      { displayName: { ...composed("{givenName}"), write: "never" } },
      pointerOf("displayName", "write"),
      "must be left out",
    ],
  ])("%s", (_what, meanings, pointer, words) => {
    const problems = problemsOf({ ...parts, ...meanings });
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    expect(problems.find((problem) => problem.pointer === pointer)?.message).toContain(words);
  });

  it("a creation that requires it, instead of its parts", () => {
    const displayName = composed("{givenName}");
    const input = {
      records: { practitioner: { meanings: { ...parts, displayName }, create: { required: ["displayName"] } } },
    };
    expect(() => createProfile({ extends: "default", ...input })).toThrow("creation can require those");
  });

  it("time zones, phones and insurances that the console needs as they are", () => {
    const timeZone = composed("{practitioner.familyName}");
    expect(problemsOf(parts, { timeZone })).toMatchObject([{ pointer: "/records/schedule/meanings/timeZone/kind" }]);
  });
});
