import fc from "fast-check";
import { expect, test } from "vitest";
import { equalReadings } from "#/compare/equal-readings.ts";
import { formatPhone } from "./format-phone.ts";
import type { PhoneFormat } from "./format-phone.ts";
import { phoneKey } from "./phone-key.ts";

test.for<[PhoneFormat, string]>([
  ["e164", "+12125550142"],
  ["national", "(212) 555-0142"],
  ["international", "+1 212 555 0142"],
  ["digits", "2125550142"],
])("a number is written as %s, and still means the same", ([format, written]) => {
  expect(formatPhone("212.555.0142", format, "US")).toBe(written);
  const phones = (number: string) => ({ value: [{ number, extension: null, label: null }] });
  expect(equalReadings("phones", phones("212.555.0142"), phones(written), "US")).toBe(true);
});

test("what would not be read as the same number is not written", () => {
  expect(formatPhone("call the front desk", "e164", "US")).toBe(null);
  expect(formatPhone("212 555 0142 x7", "national", "US")).toBe(null);
  for (const number of ["212-555-0199 x7", "(212) 555-0199 ext. 12", "+44 20 7946 0958", "1-800-FLOWERS", "55-0199"])
    expect([number, formatPhone(number, "digits", "US")]).toEqual([number, null]);
  expect(formatPhone("+44 20 7946 0958", "national", "US")).toBe(null);
});

test.for([
  ["２１２５５５０１９９", "US", "2125550199"],
  ["٢١٢٥٥٥٠١٩٩", "US", "2125550199"],
  ["+1 212 555 0199", "US", "12125550199"],
  ["+44 20 7946 0958", "GB", "442079460958"],
  ["+49 30 901820", "DE", "4930901820"],
  ["911", "US", "911"],
] as const)("%s is written as digits that read as the same number in %s", ([number, region, written]) => {
  expect(formatPhone(number, "digits", region)).toBe(written);
});

const digit = (zero: number) => (text: string) =>
  text.replaceAll(/\d/g, (sign) => String.fromCodePoint(zero + Number(sign)));
const scripts = [String, digit(0xff10), digit(0x0660), digit(0x06f0), digit(0x0966)];
const numbers = [
  "212-555-0199",
  "(0)20 7946 0958",
  "+44 20 7946 0958",
  "+49 (0)30 901820",
  "030 901820",
  "+1 800 555 0199",
];
numbers.push(
  "+81 3-1234-5678",
  "+39 06 6982 0001",
  "1-800-FLOWERS",
  "0064 3 477 4000",
  "+883510012345",
  "8 800 555-35-35",
);
const extensions = ["", "", " x7", " ext. 12", ";ext=99", "#3", " or 0100", "\u200B"];

test("every number with every extension in every script and format is written so that it reads the same, or not at all", () => {
  const region = fc.constantFrom("US", "GB", "DE", "IT", "RU", "");
  const drawn = fc.string({ unit: fc.constantFrom(..."0123456789 +-().x#".split("")), maxLength: 18 });
  const of = fc.constantFrom(...extensions);
  const script = fc.constantFrom(...scripts);
  const format = fc.constantFrom<PhoneFormat[]>("e164", "national", "international", "digits");
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...numbers), drawn),
      of,
      script,
      format,
      region,
      (number, extension, spell, as, home) => {
        const typed = spell(number + extension);
        const written = formatPhone(typed, as, home);
        if (written === null) return;
        const entry = (text: string) => phoneKey({ number: text, extension: null, label: null }, home);
        expect(entry(written)).toBe(entry(typed));
        expect(written).toMatch(as === "digits" ? /^\d+$/ : /^[\x20-\x7e]+$/);
      },
    ),
  );
});
