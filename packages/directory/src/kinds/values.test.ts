import fc from "fast-check";
import { expect, it, test } from "vitest";
import { equalReadings } from "#/compare/equal-readings.ts";
import type { Json } from "#/json/json.ts";
import { parseJson } from "#/json/parse-json.ts";
import { impossiblePart } from "./kinds.ts";
import { impossibleValue, inWords, typedText, typedValue, type ValueForm, valueWords } from "./value-form.ts";
import type { NumberRange } from "./value-kind.ts";

const form = (kind: ValueForm["kind"], range: Partial<NumberRange> | null = null): ValueForm => ({
  kind,
  choices:
    kind === "choice"
      ? [
          { value: "F", words: "female" },
          { value: 2, words: "male" },
          { value: false, words: "not stated" },
        ]
      : null,
  range: range === null ? null : { whole: false, min: null, max: null, ...range },
});

test.for<[ValueForm["kind"], Json, Json, boolean]>([
  ["number", 30, "30.0", true],
  ["number", "1e2", 100, true],
  ["number", 30, 31, false],
  ["number", "thirty", "thirty", true],
  ["number", "thirty", 30, false],
  ["number", "Infinity", 30, false],
  ["number", parseJson("9007199254740993"), parseJson("9007199254740992"), false],
  ["number", parseJson("9007199254740993"), "9007199254740993.0", true],
  ["number", parseJson("1.0"), 1, true],
  ["json", parseJson('{"a":9007199254740993}'), parseJson('{"a":9007199254740992}'), false],
  ["json", parseJson('{"a":[1e400,1.0]}'), parseJson('{"a":[10e399,1]}'), true],
  ["date", "2019-06-15", "2019-06-15T22:30:00+02:00", true],
  ["date", "2019-06-15", "2019-06-16", false],
  ["date", "2019-02-30", "2019-02-30", true],
  ["date", "2019-02-30", "2019-03-02", false],
  ["date", "2019-06-151", "2019-06-15", false],
  ["boolean", true, true, true],
  ["boolean", true, "true", false],
  ["choice", "F", "f", false],
  ["choice", 1, "1", false],
  ["word", "Caf\u00e9", "Cafe\u0301", true],
  ["word", "MD", "md", false],
  ["languages", { en: "Caf\u00e9", fr: "B" }, { fr: "B", en: "Cafe\u0301" }, true],
  ["languages", { en: "A" }, { en: "A", fr: "B" }, false],
  ["languages", {}, null, true],
  ["languages", { en: "A" }, "A", false],
])("[Q8] [Q9] as %s, %j and %j are equal: %s", ([kind, left, right, isEqual]) => {
  expect(equalReadings(kind, { value: left }, { value: right }, "US")).toBe(isEqual);
  expect(equalReadings(kind, { value: right }, { value: left }, "US")).toBe(isEqual);
});

test.for<[ValueForm, Json, string | null]>([
  [form("number"), 1.5, null],
  [form("number", { whole: true }), parseJson("12345678901234567891"), null],
  [form("number", { whole: true }), parseJson("1234567890123456789.5"), "must be a whole number"],
  [form("number", { max: 5 }), parseJson("1e400"), "must be a number, at most 5"],
  [form("number", { whole: true, min: 0, max: 80 }), 80, null],
  [form("number", { whole: true, min: 0, max: 80 }), 1.5, "must be a whole number from 0 to 80"],
  [form("number", { min: 5 }), 4, "must be a number, at least 5"],
  [form("number", { max: 5 }), 6, "must be a number, at most 5"],
  [form("number"), "30", "must be a number; “30” is not"],
  [form("date"), "2024-02-29", null],
  [form("date"), "2023-02-29", "must be a day of the calendar, YYYY-MM-DD; “2023-02-29” is not"],
  [form("date"), "2023-02-01T00:00:00Z", "must be a day of the calendar, YYYY-MM-DD; “2023-02-01T00:00:00Z” is not"],
  [form("date"), 20230201, "must be a day of the calendar, YYYY-MM-DD"],
  [form("boolean"), false, null],
  [form("boolean"), "no", "must be true or false; “no” is not"],
  [form("choice"), 2, null],
  [form("choice"), false, null],
  [form("choice"), "female", 'must be "F" (female), 2 (male) or false (not stated); “female” is not'],
  [form("word"), "MD", null],
  [form("word"), " MD", "must be a word without a blank at either end or a line break; “ MD” is not"],
  [form("word"), "", "must be a word without a blank at either end or a line break"],
  [form("text"), "\n", null],
  [form("languages"), { en: "A", "pt-BR": "B" }, null],
  [form("languages"), {}, null],
  [
    form("languages"),
    { english: "A" },
    'must be an object with a text for each language, such as { "en": "…", "pt-BR": "…" }',
  ],
  [
    form("languages"),
    { "pt-br": "A" },
    'must be an object with a text for each language, such as { "en": "…", "pt-BR": "…" }',
  ],
  [
    form("languages"),
    { en: " " },
    'must be an object with a text for each language, such as { "en": "…", "pt-BR": "…" }',
  ],
])("[N1] of the form %j, %j is refused with %j", ([of, value, problem]) => {
  expect(impossibleValue(value, of)).toBe(problem);
});

const kinds = ["word", "number", "date", "boolean", "choice"] as const;

it("[N1] nothing is possible everywhere", () => {
  for (const kind of kinds) expect(impossibleValue(null, form(kind, { min: 1 }))).toBeNull();
});

it("[N2] a possible value is read back from what it is typed as", () => {
  const values = fc.oneof(
    fc.boolean().map((value): [ValueForm["kind"], Json] => ["boolean", value]),
    fc.constantFrom("F", 2, false).map((value): [ValueForm["kind"], Json] => ["choice", value]),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): [ValueForm["kind"], Json] => [
      "number",
      // JSON knows no negative zero.
      value === 0 ? 0 : value,
    ]),
    fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((value): [ValueForm["kind"], Json] => ["date", value.toISOString().slice(0, 10)]),
    fc.string({ minLength: 1 }).map((value): [ValueForm["kind"], Json] => ["word", value]),
  );
  fc.assert(
    fc.property(values, ([kind, value]) => {
      fc.pre(impossibleValue(value, form(kind)) === null);
      expect(typedValue(typedText({ value }), form(kind))).toEqual(value);
    }),
  );
});

test.for<[string, Json, string | null]>([
  ["pt-BR", "A", null],
  ["french", "A", 'must name a language by its tag, such as "fr" or "pt-BR"; “french” is none'],
  ["pt_br", "A", 'must name a language by its tag, such as "fr" or "pt-BR"; “pt_br” is none, “pt-BR” is'],
  ["fr", " ", "must be a text that is not blank"],
  ["fr", 3, "must be a text that is not blank"],
])("[N1] in the language “%s”, %j is refused with %j", ([tag, text, problem]) => {
  expect(impossiblePart("languages", tag, text)).toBe(problem);
});

test.for<[ValueForm["kind"], string, Json]>([
  ["number", " 1,5 ", "1,5"],
  ["number", " 12 ", 12],
  ["number", "12345678901234567891", parseJson("12345678901234567891")],
  ["boolean", "maybe", "maybe"],
  ["choice", "Z", "Z"],
  ["date", "15 June", "15 June"],
  ["date", "  ", null],
  ["text", " kept ", " kept "],
])("[N2] as %s, “%s” is %j", ([kind, typed, value]) => {
  expect(typedValue(typed, form(kind))).toEqual(value);
});

test.for<[ValueForm["kind"], Json, string | null]>([
  ["boolean", true, "yes"],
  ["boolean", false, "no"],
  ["boolean", null, null],
  ["date", "2019-06-05", "5 June 2019"],
  ["date", "2019-06-31", null],
  ["choice", 2, "male"],
  ["choice", "Q", null],
  ["number", 1.5, "1.5"],
  ["number", parseJson("9007199254740993"), "9007199254740993"],
  ["word", "MD", null],
  ["text", "2019-06-05", null],
  ["languages", { en: "A", "pt-BR": "B" }, "English: A; Brazilian Portuguese: B"],
  ["set", true, null],
])("[N3] as %s, %j is told as %j", ([kind, value, words]) => {
  expect(valueWords(value, form(kind))).toBe(words);
  expect(inWords({ value }, form(kind))).toEqual({ value: words ?? value });
});
