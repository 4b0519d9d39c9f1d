import { describe, expect, it, test } from "vitest";
import { ProfileError } from "#/errors/profile-error.ts";
import type { Json, JsonObject } from "#/json/json.ts";
import { createProfile } from "#/profile/profile.ts";

const profileWith = (meaning: JsonObject) =>
  createProfile({
    extends: "default",
    records: { practitioner: { meanings: { bio: { kind: "languages", at: "/bio", ...meaning } } } },
  });
const listed = { language: "/lang", text: "/words" };

function readingOf(meaning: JsonObject, raw: Json): unknown {
  try {
    return profileWith(meaning).decode("practitioner", { bio: raw })["bio"];
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

function problemsOf(meaning: JsonObject): readonly string[] {
  try {
    profileWith(meaning);
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.problems.map(({ pointer, message }) => `${pointer.replace(/^.*\/bio/, "")} ${message}`);
  }
}

describe("text in languages", () => {
  test.for<[JsonObject, Json, unknown]>([
    [{}, { en: "A", "pt-br": "B", fr: "", de: null }, { value: { en: "A", "pt-BR": "B" } }],
    [{}, {}, { value: null }],
    [{}, null, { value: null }],
    [{}, "", { value: null }],
    [
      listed,
      [
        { lang: "pt_BR", words: "B", by: 7 },
        { lang: "en", words: "" },
      ],
      { value: { "pt-BR": "B" } },
    ],
    [listed, [], { value: null }],
    [{}, { en: 3 }, expect.stringContaining("must be an object with a text for each language")],
    [{}, ["A"], expect.stringContaining("must be an object with a text for each language")],
    [{}, { "not a tag": "A" }, expect.stringContaining("must be an object with a text for each language")],
    [
      listed,
      [
        { lang: "en", words: "A" },
        { lang: "EN", words: "B" },
      ],
      expect.stringContaining("must be a list of texts with their languages"),
    ],
    [listed, [{ words: "B" }], expect.stringContaining("must be a list of texts with their languages")],
    [listed, { en: "A" }, expect.stringContaining("must be a list of texts with their languages")],
  ])("of %j, %j is read as %j", ([meaning, raw, reading]) => {
    expect(readingOf(meaning, raw)).toEqual(reading);
  });

  test.for<[JsonObject, Json | undefined, Json, Json]>([
    [{}, { "pt-br": "B", en: "A" }, { "pt-BR": "C", fr: "D" }, { "pt-br": "C", fr: "D" }],
    [{}, undefined, { en: "A" }, { en: "A" }],
    [{}, { en: "A" }, null, null],
    [{ write: { empty: "list" }, ...listed }, [{ lang: "en", words: "A" }], null, []],
    [
      listed,
      [
        { lang: "pt_BR", words: "B", by: 7 },
        { lang: "en", words: "A", by: 8 },
      ],
      { "pt-BR": "C", en: "A", fr: "D" },
      [
        { lang: "pt_BR", words: "C", by: 7 },
        { lang: "en", words: "A", by: 8 },
        { lang: "fr", words: "D" },
      ],
    ],
    // An entry without a text is no override, and stays.
    [
      listed,
      [
        { lang: "en", words: "A" },
        { lang: "de", words: "", state: "in translation" },
        { lang: "it", words: null },
      ],
      { en: "A2", it: "I" },
      [
        { lang: "en", words: "A2" },
        { lang: "de", words: "", state: "in translation" },
        { lang: "it", words: "I" },
      ],
    ],
    [{}, { en: "A", de: "", it: null }, { en: "A2" }, { en: "A2", de: "", it: null }],
    [{}, { en: "A", fr: "B", de: "" }, { fr: "B" }, { fr: "B", de: "" }],
    [
      { ...listed, write: { element: { lang: "{language}", words: "{text}", by: null } } },
      [],
      { fr: "D" },
      [{ lang: "fr", words: "D", by: null }],
    ],
  ])("of %j, over %j, %j is written as %j", ([meaning, raw, value, written]) => {
    const record: JsonObject = raw === undefined ? {} : { bio: raw };
    expect(profileWith(meaning).encode("practitioner", record, "bio", value)).toEqual({ bio: written });
  });

  it("refuses what is no object of texts", () => {
    for (const value of ["A", ["A"], { en: 3 }])
      expect(() => profileWith({}).encode("practitioner", {}, "bio", value)).toThrow(
        "bio: must be an object with a text for each language",
      );
  });

  test.for<[JsonObject, readonly string[]]>([
    [{ language: "/lang" }, ['/text is required beside "language": where an entry has its text']],
    [{ text: "/words" }, ['/language is required beside "text": where an entry says its language']],
    [
      { write: { element: { l: "{language}", t: "{text}" } } },
      ["/write/element must be left out: an object by language has no entries of its own form"],
    ],
    [
      { ...listed, write: { element: { l: "{language}", words: "{text}" } } },
      ['/write/element must have "{language}" at "/lang" and "{text}" at "/words", where they are read'],
    ],
    [
      { ...listed, write: { element: { lang: "{language}" } } },
      [
        '/write/element must have "{language}" at "/lang" and "{text}" at "/words", where they are read',
        '/write/element must contain "{text}"',
      ],
    ],
  ])("%j is refused: %j", ([meaning, problems]) => {
    expect(problemsOf(meaning)).toEqual(problems);
  });
});
