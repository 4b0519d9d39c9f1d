import { describe, expect, it, test } from "vitest";
import { ProfileError } from "#/errors/profile-error.ts";
import { exactNumber, type Json, type JsonObject } from "#/json/json.ts";
import { createProfile, type ServiceProfile } from "#/profile/profile.ts";
import { startOfDay } from "#/profile/time-form.ts";

function profileWith(meaning: JsonObject): ServiceProfile {
  return createProfile({
    extends: "default",
    records: { practitioner: { meanings: { own: { at: "/own", ...meaning } } } },
  });
}

function problemsOf(meaning: JsonObject): readonly string[] {
  try {
    profileWith(meaning);
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.problems.map(({ pointer, message }) => `${pointer.replace(/^.*\/own/, "")} ${message}`);
  }
}

function read(profile: ServiceProfile, raw: Json): Json | string {
  try {
    const reading = profile.decode("practitioner", { own: raw })["own"];
    return reading === undefined || "absent" in reading ? "absent" : reading.value;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const zoned = { kind: "date", zone: "America/Chicago" };
const panel = { kind: "boolean", yes: "open", no: "shut" };
const sex = {
  kind: "choice",
  values: [
    { value: "F", words: "female" },
    { value: 2, words: "male" },
  ],
};

describe("a value of another kind", () => {
  test.for<[JsonObject, Json, Json, Json]>([
    [{ kind: "number" }, "030.5", 30.5, 30.5],
    [{ kind: "number", as: "text" }, 30, 30, "30"],
    [
      { kind: "number" },
      exactNumber("12345678901234567891"),
      exactNumber("12345678901234567891"),
      exactNumber("12345678901234567891"),
    ],
    [
      { kind: "number", as: "text" },
      "12345678901234567891",
      exactNumber("12345678901234567891"),
      "12345678901234567891",
    ],
    [{ kind: "word" }, exactNumber("12345678901234567891"), "12345678901234567891", "12345678901234567891"],
    [sex, exactNumber("2.0"), 2, 2],
    [{ kind: "date" }, "2019-06-15", "2019-06-15", "2019-06-15"],
    [{ ...zoned, as: "instant" }, "2019-06-15T03:00:00Z", "2019-06-14", "2019-06-14T05:00:00.000Z"],
    [{ ...zoned, as: "seconds" }, 1_560_574_800, "2019-06-15", 1_560_574_800],
    [{ ...zoned, as: "milliseconds" }, "1560574800000", "2019-06-15", 1_560_574_800_000],
    [panel, "open", true, "open"],
    [panel, "shut", false, "shut"],
    [{ kind: "boolean" }, true, true, true],
    [sex, 2, 2, 2],
    [sex, "Q", "Q", "Q"],
    [{ kind: "word" }, "MD", "MD", "MD"],
  ])("of %j, %j is read as %j and written as %j", ([meaning, raw, value, written]) => {
    const profile = profileWith(meaning);
    expect(read(profile, raw)).toEqual(value);
    expect(profile.encode("practitioner", {}, "own", value)).toEqual({ own: written });
    // What the record says already stays as the service spells it.
    const record = { own: raw };
    expect(profile.encode("practitioner", record, "own", value)).toBe(record);
  });

  test.for<[JsonObject, Json, string]>([
    [{ kind: "number" }, "thirty", "must be a number"],
    [{ kind: "number", as: "text" }, true, "must be a number, as a text"],
    [{ kind: "date" }, "2019-02-30", "must be a day, YYYY-MM-DD"],
    [{ kind: "date" }, "2019-06-15T03:00:00Z", "must be a day, YYYY-MM-DD"],
    [{ kind: "date", as: "instant" }, "2019-06-15", "must be an instant, such as 2019-06-15T00:00:00Z"],
    [{ kind: "date", as: "seconds" }, "soon", "must be a number of seconds since 1970"],
    [{ kind: "date", as: "seconds" }, 1e300, "must be a number of seconds since 1970"],
    [panel, true, 'must be "open" or "shut"'],
    [sex, ["F"], "must be one value: a text, a number, true or false"],
    [{ kind: "word" }, false, "must be a word"],
  ])("of %j, %j is not read: %s", ([meaning, raw, message]) => {
    expect(read(profileWith(meaning), raw)).toContain(message);
  });

  test.for<[JsonObject, Json, string]>([
    [{ kind: "number" }, "30", "own: must be a number"],
    [{ kind: "date" }, "2019-02-30", "own: must be a day, YYYY-MM-DD"],
    [panel, "open", "own: must be true or false"],
    [sex, { value: "F" }, "own: must be one value: a text, a number, true or false"],
    [{ kind: "word" }, 3, "own: must be a word"],
  ])("of %j, %j is not written: %s", ([meaning, value, message]) => {
    expect(() => profileWith(meaning).encode("practitioner", {}, "own", value)).toThrow(message);
  });

  it("is empty as null and as the empty text, and is emptied as the profile says", () => {
    for (const meaning of [{ kind: "number" }, { kind: "date" }, panel, sex, { kind: "word" }]) {
      const profile = profileWith({ ...meaning, write: { empty: "text" } });
      expect([read(profile, null), read(profile, "")]).toEqual([null, null]);
      expect(profile.encode("practitioner", { own: 1 }, "own", null)).toEqual({ own: "" });
    }
    const blank = profileWith({ kind: "choice", values: [{ value: "", words: "not asked" }], write: "never" });
    expect(read(blank, "")).toBe("");
  });

  test.for<[string, JsonObject, Json]>([
    ["milliseconds as if they were seconds", { ...zoned, as: "seconds" }, 1_560_556_800_000],
    ["an instant without an offset", { ...zoned, as: "instant" }, "2019-06-15T00:00:00"],
    ["an instant on a day that does not exist", { ...zoned, as: "instant" }, "2019-02-31T00:00:00Z"],
  ])("%s is not read", ([, meaning, raw]) => {
    expect(read(profileWith(meaning), raw)).toMatch(/must be/);
  });

  test.for<[JsonObject, readonly string[]]>([
    [{ kind: "boolean", yes: "Y", no: "" }, ["/no must not be empty: an empty text is read as no value at all"]],
    [
      {
        kind: "choice",
        values: [
          { value: "", words: "a" },
          { value: 1, words: "b" },
          { value: "1", words: "c" },
        ],
      },
      [
        "/values/0/value must not be empty, unless it is never written: an empty text is written as no value",
        "/values/2/value must differ from 1 by more than its type: a form cannot tell them apart",
      ],
    ],
    [{ kind: "boolean", yes: "Y", no: "Y" }, ['/no must differ from "yes", which is "Y" too']],
    [{ kind: "number", min: 3, max: 2 }, ["/max must be at least 3: no number is possible"]],
    [{ kind: "number", whole: true, min: 2.2, max: 2.8 }, ["/max must be at least 3: no number is possible"]],
    [
      { kind: "number", unit: "years" },
      ["/unit unknown key; known here: kind, as, whole, min, max, at, write, label, status, note"],
    ],
    [{ kind: "date", zone: "Mars/Olympus" }, ['/zone must be a time zone, such as "America/Chicago"']],
    [{ kind: "choice" }, ["/values is required: a list"]],
    [{ kind: "choice", values: [] }, ["/values must not be empty"]],
    [
      {
        kind: "choice",
        values: [
          { value: 1, words: "Yes" },
          { value: 1, words: "no" },
          { value: 2, words: "YES" },
        ],
      },
      [
        "/values/1/value must not be listed twice: 1 is there already",
        "/values/2/words must be words of its own: “YES” is said of another value already",
      ],
    ],
    [
      { kind: "number", write: { empty: "list" } },
      [
        '/write/empty "list" would not be read back as a value of kind "number" in this shape: write "null" or "text", or leave it out',
      ],
    ],
    [{ kind: "text", label: " " }, ["/label must not be empty"]],
  ])("%j is refused: %j", ([meaning, problems]) => {
    expect(problemsOf(meaning)).toEqual(problems);
  });

  it("has the label of the borrowing record, else that of the owner", () => {
    const profile = createProfile({
      extends: "default",
      records: {
        schedule: {
          meanings: {
            panel: { via: ["practitioner"], meaning: "own" },
            other: { via: ["practitioner"], meaning: "own", label: "open" },
          },
        },
        practitioner: { meanings: { own: { at: "/own", ...panel, label: "accepts new patients" } } },
      },
    });
    const labels = profile.meanings("schedule").map(({ name, label }) => [name, label]);
    expect(labels).toEqual(
      expect.arrayContaining([
        ["panel", "accepts new patients"],
        ["other", "open"],
        ["name", null],
      ]),
    );
  });
});

test.for([
  ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z"],
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
  // Midnight does not exist on this day.
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
  ["2011-12-31", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
  ["2026-06-15", "Asia/Kathmandu", "2026-06-14T18:15:00.000Z"],
])("%s begins in %s at %s", ([day = "", zone = "", instant]) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(instant);
});
