import { expect, test } from "vitest";
import { equalReadings } from "#/compare/equal-readings.ts";
import { formatPhone } from "./format-phone.ts";
import type { PhoneFormat } from "./format-phone.ts";

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

test("what does not read as a number, or would lose its extension, is not written", () => {
  expect(formatPhone("call the front desk", "e164", "US")).toBe(null);
  expect(formatPhone("212 555 0142 x7", "national", "US")).toBe(null);
});
