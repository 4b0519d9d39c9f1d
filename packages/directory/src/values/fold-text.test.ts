import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNames, foldText, sortableText } from "./fold-text.ts";

/** Letters of the alphabets that are written with Latin letters, without those of phonetics and clicks. */
const latin = Array.from({ length: 0x2000 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
  /[[[A-Za-z\u{C0}-\u{240}\u{1E00}-\u{1EFF}]&&\p{Script=Latin}]--[\u{1BB}\u{1C0}-\u{1C3}]]/v.test(letter),
);
const latinName = fc
  .array(
    fc.string({
      unit: fc.constantFrom(...latin, "’", "ʼ", "'", "\u2011", "–", "\u00AD", "\u200B", "\u0301"),
      minLength: 1,
      maxLength: 12,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((words) => words.join("\u00A0"));

test("[M1] names are found by the keys of a keyboard, from both sides", () => {
  for (const [typed, name] of [
    ["lukasz", "Łukasz Wójcik"],
    ["soren", "Søren Kjær"],
    ["kjaer", "Søren Kjær"],
    ["dinh", "Đình Nguyễn"],
    ["strauss", "Karl Strauß"],
    ["STRAUẞ", "Karl Strauß"],
    ["isil", "Işıl Yılmaz"],
    ["ışıl", "Işıl Yılmaz"],
    ["IŞIL", "Işıl Yılmaz"],
    ["yilmaz", "Işıl Yılmaz"],
    ["o'brien", "Siobhán O’Brien"],
    ["obrien", "Siobhán Oʼ\u200BBrien"],
    ["O´BRIEN", "Siobhán O`Brien"],
    ["smith-jones", "Anna Smith\u2011Jones"],
    ["jean-luc", "Jean\u2010Luc Picard"],
    ["aesa", "Dr. Æsa Þórsdóttir"],
    ["thorsdottir", "Dr. Æsa Þo\u0301rsdóttir"],
    ["collegi", "Col·legi Mèdic"],
    ["οδοσ", "ΟΔΟΣ"],
    ["иванов", "Ивано́в"],
    ["احمد", "أحمد"],
    ["الاء اسامة", "آلاء أُسَامَة"],
    ["ابراهيم", "إبراهـيم"],
    ["مصطفي", "مصطفى"],
    ["فاطمه", "فاطمة"],
    ["كريم", "کریم"],
    ["ٱلهادی", "الهادي"],
    ["wang 王", "Ｗａｎｇ\u3000\t王"],
  ] as const) {
    expect(foldText(name)).toContain(foldText(typed));
  }
});

test("[M1] each Latin name is typed on an English keyboard, and folded once", () => {
  fc.assert(
    fc.property(latinName, (name) => {
      expect(foldText(name)).toMatch(/^[ -~]*$/);
      expect(foldText(foldText(name))).toBe(foldText(name));
      expect(foldText(name.normalize("NFD"))).toBe(foldText(name.normalize("NFC")));
    }),
    { numRuns: 10_000 },
  );
});

test("[M1] signs that search by others stay text, and any text folds", () => {
  expect(foldText(" 50%_\\X * and OR (a|b) ")).toBe("50%_\\x * and or (a|b)");
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => foldText(foldText(text)) === foldText(text)));
});

test("[M2] lists sort names as people do, numbers by what they say", () => {
  const sorted = [
    "Adam",
    "Đình",
    "Directory 2",
    "Directory 2 b",
    "Directory 02",
    "Directory 002",
    "Directory 8",
    "Directory 09",
    "Directory 10",
    "Directory 10 a",
    "directory A",
    "Eva",
    "Łukasz",
    "Mia",
    "zoe",
  ];
  expect(sorted.toReversed().toSorted(compareNames)).toEqual(sorted);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 1e12 }), fc.nat({ max: 3 }))), (numbers) => {
      const nameOf = ([number, zeros]: [number, number]) => `Suite ${"0".repeat(zeros)}${number} b`;
      const names = numbers.map(nameOf);
      const byNumber = numbers.toSorted(([a, few], [b, many]) => a - b || few - many).map(nameOf);
      expect(names.toSorted(compareNames)).toEqual(byNumber);
      const byBytes = (a: string, b: string) =>
        Buffer.compare(Buffer.from(sortableText(a)), Buffer.from(sortableText(b)));
      expect(names.toSorted(byBytes)).toEqual(byNumber);
    }),
  );
});
