import { isJsonObject } from "#/json/json.ts";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ProfileError } from "#/errors/profile-error.ts";
import type { Json } from "#/json/json.ts";
import { kindNames } from "#/profile/kinds/kinds.ts";
import { profileJsonSchema } from "#/profile/schema/json-schema.ts";
import { createProfile } from "./profile.ts";

const page = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");
const reference = page("profile-reference.md");
const examples = [...(page("profile.md") + reference).matchAll(/^```json\n([^]*?)^```/gm)].map(([, text = ""]) => text);

// JSON.parse returns any; createProfile checks whatever it is.
function parse(text: string): object {
  return JSON.parse(text) as object;
}

function problems(text: string): readonly string[] {
  try {
    createProfile({ extends: "default", ...parse(text) });
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.problems.map(({ pointer, message }) => `${pointer}: ${message}`);
  }
}

function propertyNames(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertyNames);
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, inner]) => {
    const isList = typeof inner !== "object" || inner === null || Array.isArray(inner);
    return key === "properties" && !isList
      ? [...Object.keys(inner), ...Object.values(inner).flatMap(propertyNames)]
      : propertyNames(inner);
  });
}

describe("docs/profile.md and docs/profile-reference.md", () => {
  it.each(examples.map((text, position) => [position + 1, text] as const))(
    "holds a right profile in example %i",
    (_number, text) => {
      expect(problems(text)).toEqual([]);
    },
  );

  it("shows the least that is a profile by itself", () => {
    const whole = examples.filter((text) => "credential" in parse(text) && "answers" in parse(text)).map(parse);
    expect(whole.map((file) => createProfile(file).recordTypes)).toEqual([["practitioner", "schedule"]]);
    for (const file of whole)
      for (const name of Object.keys(file))
        expect(() => createProfile({ ...file, [name]: undefined }), name).toThrow(ProfileError);
  });

  it("has a row for each kind of meaning, and for no other", () => {
    const table = reference.slice(
      reference.indexOf("| `kind` | The value |"),
      reference.indexOf("| Key of any meaning |"),
    );
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind).slice(1);
    expect(new Set(rows)).toEqual(new Set([...kindNames, "bookable", "composed"]));
  });

  it("names every key that a profile may have", () => {
    const names = new Set(propertyNames(profileJsonSchema()));
    expect(names.size).toBeGreaterThan(50);
    expect([...names].filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
  });
});
