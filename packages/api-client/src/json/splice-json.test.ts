import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalHash } from "./canonical.ts";
import { exactNumber, numberText } from "@dc/directory/exact-number";
import { canonicalNumber, equalNumbers, numberOf } from "@dc/directory/number-value";
import { isJsonArray, isJsonObject, sameJson, type Json } from "./json.ts";
import { parseJson } from "@dc/directory/parse-json";
import { spliceJson, textAt } from "./splice-json.ts";

const space = fc.constantFrom("", " ", "\n  ", "\t");
const digits = fc.string({ unit: fc.constantFrom(..."0123456789".split("")), minLength: 1, maxLength: 25 });
const numberSpelling = fc
  .tuple(fc.boolean(), digits, fc.option(digits), fc.option(fc.tuple(fc.constantFrom("e", "E+", "e-"), fc.nat(400))))
  .map(
    ([isNegative, whole, fraction, exponent]) =>
      `${isNegative ? "-" : ""}${whole.replace(/^0+(?=.)/, "")}${fraction === null ? "" : `.${fraction}`}${exponent?.join("") ?? ""}`,
  );
const textSpelling = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"caf\\u00e9"', '"\\/"', '"a\\"]}"', '"9007199254740993"', '": 1.50,"', '"c\u0327"'),
);
const name = fc.constantFrom('"a"', '"b"', '"\\u0061b"', '"__proto__"', '"id"', '""');
const { spelling } = fc.letrec<{ spelling: string }>((tie) => ({
  spelling: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    numberSpelling,
    textSpelling,
    fc.constantFrom("null", "true", "false"),
    fc
      .tuple(space, fc.array(fc.tuple(space, tie("spelling"), space), { maxLength: 4 }))
      .map(([inner, entries]) => `[${inner}${entries.map((entry) => entry.join("")).join(",")}]`),
    fc
      .tuple(space, fc.array(fc.tuple(space, name, space, tie("spelling")), { maxLength: 4 }))
      .map(
        ([inner, members]) =>
          `{${inner}${members.map(([before, key, after, value]) => `${before}${key}${after}:${value}`).join(",")}}`,
      ),
  ),
}));
const value = spelling.map(parseJson);

test("each number prints as it was spelled, and without one that JavaScript spells otherwise parsing is JSON.parse", () => {
  fc.assert(
    fc.property(fc.array(numberSpelling), (numbers) => {
      const text = `[${numbers.join(",")}]`;
      expect(JSON.stringify(parseJson(text))).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(sameJson(parseJson(text), JSON.parse(text) as Json)).toBe(true);
    }),
  );
});

test("numbers are equal by their exact value, and hash as before where JavaScript holds it", () => {
  const same = ["1", "1.0", "10e-1", "0.1E1", "100e-2"].map(exactNumber);
  expect(same.every((number) => equalNumbers(number, 1))).toBe(true);
  expect(new Set(same.map((number) => canonicalHash(number)))).toEqual(new Set([canonicalHash(1)]));
  expect(equalNumbers(exactNumber("9007199254740993"), exactNumber("9007199254740992"))).toBe(false);
  expect(canonicalHash(exactNumber("9007199254740993"))).not.toBe(canonicalHash(9007199254740992));
  expect(equalNumbers(exactNumber("1e400"), exactNumber("10e399"))).toBe(true);
  expect(equalNumbers(exactNumber("-0"), 0)).toBe(true);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const printed = String(Object.is(number, -0) ? 0 : number);
      expect([canonicalNumber(printed), numberText(numberOf(` +${printed}`.replace("+-", "-")))]).toEqual([
        printed,
        printed,
      ]);
    }),
  );
});

test("a text with another value in its place parses as that value, and is untouched where nothing differs", () => {
  fc.assert(
    fc.property(space, spelling, value, (around, text, after) => {
      const source = `${around}${text}${around}`;
      const before = parseJson(source);
      expect(spliceJson(source, before, parseJson(source))).toBe(source);
      expect(sameJson(parseJson(spliceJson(source, before, after)), after)).toBe(true);
    }),
  );
});

test("what is done to one element or member changes no byte of another", () => {
  fc.assert(
    fc.property(
      fc.array(spelling, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.constantFrom("replace", "remove", "add"),
      (texts, nth, what) => {
        const at = nth % texts.length;
        const changed = texts.map((text, index) => (index === at ? '"new"' : text));
        const names = texts.map((_, index) => `"k${index}" : `);
        const list = `[ ${texts.join(" , ")} ]`;
        const object = `{ ${texts.map((text, index) => names[index] + text).join(" , ")} }`;
        const elements = parseJson(list);
        const members = parseJson(object);
        if (!isJsonArray(elements) || !isJsonObject(members)) throw new TypeError("it is neither");
        const { [`k${at}`]: _, ...others } = members;
        if (what === "replace") {
          expect(spliceJson(list, elements, elements.with(at, "new"))).toBe(`[ ${changed.join(" , ")} ]`);
          expect(spliceJson(object, members, { ...members, [`k${at}`]: "new" })).toBe(
            `{ ${changed.map((text, index) => names[index] + text).join(" , ")} }`,
          );
        } else if (what === "remove") {
          const left = texts.flatMap((text, index) => (index === at ? [] : text));
          // Of equal elements any may stay, in its own spelling.
          const written = spliceJson(list, elements, elements.toSpliced(at, 1));
          expect(textsIn(written, left.length).every((text) => texts.includes(text))).toBe(true);
          expect(sameJson(parseJson(written), elements.toSpliced(at, 1))).toBe(true);
          const leftMembers = texts.flatMap((text, index) => (index === at ? [] : names[index] + text));
          expect(spliceJson(object, members, others)).toBe(`{ ${leftMembers.join(" , ")} }`);
        } else {
          const separator = texts.length > 1 ? " , " : ",";
          expect(spliceJson(list, elements, [...elements, "new"])).toBe(`[ ${texts.join(" , ")}${separator}"new" ]`);
          expect(spliceJson(object, members, { ...members, new: 1 })).toBe(
            `{ ${texts.map((text, index) => names[index] + text).join(" , ")}${separator}"new":1 }`,
          );
        }
      },
    ),
  );
});

function textsIn(list: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => textAt(list, `/${index}`) ?? "");
}
