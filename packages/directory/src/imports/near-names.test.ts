import fc from "fast-check";
import { expect, test } from "vitest";
import { nameDistance } from "./near-names.ts";

test.each([
  ["Anna Meier", "Anna Meyer", 1],
  ["Anna Meier", "Meyer, Anna", 1],
  ["Anna Meier", "Anna Meire", 1],
  ["Anna Müller", "Anna Mueller", 1],
  ["A. Meier", "Anna Meier", 1],
  ["Anna Meier", "Dr. Anna M. Meier", 1],
  ["Anan Meier", "Anna Meyer", 2],
  ["Łucja Kowalska", "Lucja Kowalsky", 1],
  ["Christopher Bauer", "Kristofer Bauer", null],
  ["Christopher Bauer", "Cristofer Bauer", null],
  ["Christopher Bauer", "Cristopher Bauer", 1],
  ["Anna Meier", "Bert Meier", null],
  ["Anna Meier", "Anna Schulz", null],
  ["Li Wu", "Lu Wu", null],
  ["Meier", "Meyer", null],
])("[I15] %s and %s are %s apart", (one, other, apart) => {
  expect([nameDistance(one, other), nameDistance(other, one)]).toEqual([apart, apart]);
});

test("[I15] one wrong letter in one word of two is one apart at most, whatever the name", () => {
  const word = fc.stringMatching(/^[b-df-hj-np-z]{5,12}$/);
  fc.assert(
    fc.property(word, word, fc.nat(), fc.constantFrom("x", "y", ""), (given, family, at, letter) => {
      const place = at % family.length;
      const wrong = family.slice(0, place) + letter + family.slice(place + 1);
      fc.pre(given !== family && given !== wrong);
      expect(nameDistance(`${given} ${family}`, `${given} ${wrong}`)).toBe(family === wrong ? 0 : 1);
    }),
  );
});
