import fc from "fast-check";
import { expect, test } from "vitest";
import { lookAlikeSign, namingAmong, namingLookAlikes } from "./look-alikes.ts";

test.for([
  ["Ann\u00A0Lee", "Ann Lee", "a no-break space at character 4"],
  ["Ann\u200B Lee", "Ann Lee", "a zero width space at character 4"],
  ["Ann  Lee", "Ann Lee", "a space at character 5"],
  [" Ann Lee", "Ann Lee", "a space at character 1"],
  ["Ann Lee\u200B", "Ann Lee", "a zero width space at character 8"],
  ["franc\u0327ais", "fran\u00e7ais", "a decomposed ç at character 5"],
  ["Аnn Lee", "Ann Lee", "a Cyrillic А (U+0410) at character 1"],
  ["Αnn Lee", "Ann Lee", "a Greek Α (U+0391) at character 1"],
  ["Ａnn Lee", "Ann Lee", "a Ａ (U+FF21) at character 1"],
  ["O’Brien", "O'Brien", "a ’ (U+2019) at character 2"],
  ["Ann Lee", "Ann\u00A0Lee", null],
  ["Ann Lee", "Ann  Lee", null],
  ["fran\u00e7ais", "franc\u0327ais", null],
  ["Ann Lee", "Аnn Lee", null],
  ["Ann Lee", "Ann Leo", null],
  ["Ann Lee", "Ann Lee", null],
] as const)("[T13] %j beside %j is told with %j", ([text, other, sign]) => {
  expect(lookAlikeSign(text, other)).toBe(sign);
});

test("[T13] of two texts that look the same at least one is told by a sign", () => {
  const swaps: readonly (readonly [string, string])[] = [
    [" ", "\u00A0"],
    ["e", "е"],
    ["é", "e\u0301"],
    ["-", "\u2011"],
    ["n", "n\u200B"],
    ["A", "Α"],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom("Ann Lee", "Éva René-Blé", "Anne A. Lee"),
      fc.constantFrom(...swaps),
      (text, [from, to]) => {
        const other = text.normalize("NFC").replace(from, to);
        fc.pre(other !== text);
        expect([lookAlikeSign(text, other), lookAlikeSign(other, text)].filter((sign) => sign !== null)).toHaveLength(
          1,
        );
      },
    ),
  );
});

test("[T13] only what is confused with another side is told with its sign", () => {
  const sides = {
    base: { value: "Ann Lee" },
    effective: { value: "Ann\u00A0Lee" },
    preview: null,
    index: { absent: true } as const,
  };
  expect(namingLookAlikes(sides)).toEqual({
    ...sides,
    effective: { value: "Ann\u00A0Lee (with a no-break space at character 4)" },
  });
  expect(namingLookAlikes({ effective: { value: "Ann\u00A0Lee" } })).toEqual({ effective: { value: "Ann\u00A0Lee" } });
});

test("[T13] of members and labels that look the same each is told by its own sign", () => {
  expect(namingAmong(["Fax", "anxiety", "аnxiety", "anxiety\u200B"])).toEqual([
    "Fax",
    "anxiety",
    "аnxiety (with a Cyrillic а (U+0430) at character 1)",
    "anxiety\u200B (with a zero width space at character 8)",
  ]);
  const phone = (label: string) => ({ value: { number: "1", extension: null, label } });
  expect(namingLookAlikes({ base: phone("Fax"), effective: phone("Fаx"), preview: null })).toEqual({
    base: phone("Fax"),
    effective: phone("Fаx (with a Cyrillic а (U+0430) at character 2)"),
    preview: null,
  });
});
