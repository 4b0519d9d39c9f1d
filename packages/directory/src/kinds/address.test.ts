import fc from "fast-check";
import { expect, test } from "vitest";
import { compareField } from "#/compare/compare-field.ts";
import { equalReadings } from "#/compare/equal-readings.ts";
import { applyOperation } from "#/ledger/apply-operation.ts";
import { fieldSentences } from "#/sentences/comparison-sentences.ts";
import { describeChange } from "#/sentences/describe-change.ts";
import { aChange, aField, aValue, observed } from "#/testing/arbitraries.ts";
import { impossiblePart } from "./kinds.ts";
import { impossibleValue, valueWords } from "./value-form.ts";

const form = { kind: "address", choices: null, range: null } as const;
const elm = { street: "12 Elm St\nSuite 4", city: "Springfield", postalCode: "62701" };
const context = { recordName: "Elm Clinic", memberName: () => null };

test("[Q10] parts are equal after Unicode NFC without outer blanks, and by nothing else", () => {
  const equal = (a: object | null, b: object | null) =>
    equalReadings("address", { value: a as null }, { value: b as null }, "US");
  expect(equal(elm, { postalCode: "62701 ", city: "Springfield", street: " 12 Elm St \nSuite 4" })).toBe(true);
  expect(equal({ city: "M\u00fcnchen" }, { city: "Mu\u0308nchen" })).toBe(true);
  expect(equal(elm, { ...elm, street: "12 Elm Street\nSuite 4" })).toBe(false);
  expect(equal(elm, { ...elm, city: "SPRINGFIELD" })).toBe(false);
  expect(equal(elm, { ...elm, postalCode: "62701-0001" })).toBe(false);
  expect(equal(elm, { ...elm, country: "US" })).toBe(false);
  expect(equal({}, null)).toBe(true);
});

test("[N6] an address is possible by its parts, of which any may be missing, and only the street has several lines", () => {
  expect(impossibleValue(elm, form)).toBeNull();
  expect(impossibleValue({ country: "VN" }, form)).toBeNull();
  expect(impossibleValue({ ...elm, planet: "Mars" }, form)).toMatch(/^must be an object with some of the texts street/);
  expect(impossiblePart("address", "planet", "Mars")).toMatch(/must name a part of an address: street, city/);
  expect(impossiblePart("address", "city", " ")).toBe("must be a text that is not blank");
  expect(impossiblePart("address", "city", "A\nB")).toBe("must be one line; only the street may have several");
});

test("[V17] each part has a verdict of its own, in the order of an address, and can conflict", () => {
  const { parts } = compareField(
    aField({
      kind: "address",
      original: observed({ value: elm }),
      base: { value: { ...elm, city: "Shelbyville", country: "US" } },
      index: { value: elm },
      changes: [aChange({ op: "set", element: "city", value: "Capital City" }, { kind: "address", state: "applied" })],
    }),
  );
  expect(parts.map(({ key, verdict }) => [key, verdict])).toEqual([
    ["street", "same"],
    ["city", "conflict"],
    ["postalCode", "same"],
    ["country", "base moved"],
  ]);
});

test("[N6] an operation on one part changes no other one", () => {
  fc.assert(
    fc.property(aValue("address"), fc.constantFrom("city", "country"), (value, element) => {
      const after = applyOperation("address", { value }, { op: "set", element, value: "C" }, "US");
      expect(after).toEqual({ value: { ...(value as object | null), [element]: "C" } });
    }),
  );
});

test("[T12] a part is told by its name, and with that of the field where it is not the address", () => {
  const field = aField({
    key: "address",
    kind: "address",
    original: observed({ value: elm }),
    known: { whole: { value: { ...elm, street: "14 Elm St" } } },
    base: { value: elm },
    index: { value: { ...elm, street: "14 Elm St" } },
    changes: [aChange({ op: "set", element: "street", value: "14 Elm St" }, { kind: "address", state: "applied" })],
  });
  const told = fieldSentences(compareField(field), context);
  expect(told.map(({ text }) => text)).toEqual(["Street: 12 Elm St\nSuite 4 → 14 Elm St."]);
  const change = {
    operation: { op: "remove", element: "postalCode" },
    kind: "address",
    baseSeen: null,
    valueBefore: null,
  } as const;
  expect(describeChange({ ...change, field: "mailingAddress" }, context).text).toBe(
    "removes the mailing address, postal code of Elm Clinic",
  );
  expect(valueWords(elm, form)).toBe("12 Elm St, Suite 4, Springfield, 62701");
});
