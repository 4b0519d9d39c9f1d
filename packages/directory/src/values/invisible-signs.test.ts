import fc from "fast-check";
import { expect, test } from "vitest";
import { invisibleSignIn, trimInvisible } from "./invisible-signs.ts";

const unseen =
  "\u00A0\u00AD\u034F\u061C\u115F\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202D\u202C\u202F\u2060\u2064 \t\r\n\u0000\u0085\u2066\u2069\u2028\u2800\u3000\u3164\uFEFF\uFFA0";

test("[N5] blanks and signs that nobody sees are taken off both ends of a text, and never from its middle", () => {
  const end = fc.string({ unit: fc.constantFrom(...unseen.split("")) });
  fc.assert(
    fc.property(
      end,
      end,
      end,
      fc.constantFrom("ins_v1", "(212) 555-0199", "Ann Lee", "Nhung", "می‌خواهم"),
      (a, b, c, word) => {
        expect(trimInvisible(`${a}${word}${b}`)).toBe(word);
        expect(trimInvisible(`${a}${word}${b}x${c}`)).toBe(`${word}${b}x`);
      },
    ),
  );
  for (const text of ["❤️", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"])
    expect(trimInvisible(text)).toBe(text);
});

test("[N5] a long run of blanks inside a text is looked at once", () => {
  const inside = `a${" ".repeat(1_000_000)}b`;
  expect(trimInvisible(` ${inside} `) === inside).toBe(true);
});

test.for([
  ["ins_\u200Bv1", "a zero width space at character 5"],
  ["\u202Dins", "a direction mark at character 1"],
  ["Ann\u00A0Lee", "a no-break space at character 4"],
  ["\u{1F3E5}\u00ADx", "a soft hyphen at character 2"],
  ["a\u2064b", "an invisible character (U+2064) at character 2"],
  ["a\u2003b", "a space (U+2003) at character 2"],
  ["Ann Lee", null],
  ["", null],
] as const)("[N5] a sign that nobody sees is told with its place: %j", ([text, told]) => {
  expect(invisibleSignIn(text)).toBe(told);
});
