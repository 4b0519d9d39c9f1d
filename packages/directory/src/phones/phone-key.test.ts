import fc from "fast-check";
import { expect, test } from "vitest";
import { aPhone, region } from "#/testing/arbitraries.ts";
import { describePhone } from "./describe-phone.ts";
import { formatPhoneAsTyped } from "./format-phone.ts";
import { canonicalNumber, equalPhones, phoneKey } from "./phone-key.ts";

const entry = (number: string, extension: string | null = null) => ({ number, extension, label: null });

test("[P1] one line has one key, however it is spelled", () => {
  const spellings = ["+1 415-555-0142", "(415) 555-0142", "415.555.0142", "1 415 555 0142", "4155550142"];
  expect(new Set(spellings.map((number) => phoneKey(entry(number), region)))).toEqual(new Set(["+14155550142;ext="]));
  expect(phoneKey(entry("028 5550 0117"), "VN")).toBe("+842855500117;ext=");
});

test("[N5] signs that nobody sees around a number are no part of it", () => {
  for (const number of ["\u202D(212) 555-0199\u202C", "\u200E212-555-0199", "212-555-0199\u200B"])
    expect(phoneKey(entry(number, "\u200E"), region)).toBe("+12125550199;ext=");
  expect(phoneKey(entry("212-555-0199 x7\uFEFF"), region)).toBe("+12125550199;ext=7");
  expect(phoneKey(entry("\u2060ask at the desk\u200B"), region)).toBe("ask at the desk;ext=");
});

test("[P2] what is no possible number is keyed by its text", () => {
  expect(phoneKey(entry("555-01"), region)).toBe("555-01;ext=");
  expect(phoneKey(entry("1-800-DOCTORS"), region)).not.toBe(phoneKey(entry("1-800-FLOWERS"), region));
  for (const number of ["Fax: 5551234", "PO Box 12", "Annex 5", "Room #5", "1-800-FAX 12"])
    expect(phoneKey(entry(number), region)).toBe(`${number};ext=`);
  expect(phoneKey(entry("1-800-FLOWERS x5"), region)).toBe("1-800-FLOWERS;ext=5");
  expect(phoneKey(entry("ask  at\tthe desk "), region)).toBe("ask at the desk;ext=");
  const asked = [
    "212-555-0144 ask for Ann",
    "212-555-0144 after hours",
    "Call 212-555-0144",
    "212-555-0144; a%b;ext=7",
  ];
  expect(new Set(asked.map((number) => phoneKey(entry(number), region))).size).toBe(asked.length);
  expect(phoneKey(entry("ask at the desk"), region)).toBe("ask at the desk;ext=");
  expect(phoneKey(entry(""), region)).toBe(";ext=");
  expect(canonicalNumber("9".repeat(10_000), region)).toHaveLength(10_000);
});

test("[P3] an extension inside the number counts, unless the entry has its own", () => {
  expect(phoneKey(entry("415.555.0199 x12"), region)).toBe("+14155550199;ext=12");
  expect(phoneKey(entry("415.555.0199", "12"), region)).toBe("+14155550199;ext=12");
  expect(phoneKey(entry("415.555.0199", "ext. 12"), region)).toBe("+14155550199;ext=12");
  expect(phoneKey(entry("415.555.0199 x12", "7"), region)).toBe("+14155550199;ext=7");
  expect(phoneKey(entry("555-01 ext. 4"), region)).toBe("555-01;ext=4");
});

test("[P3] an extension in words is compared by its text", () => {
  const spelled = ["12", "1 or 2", "12#", "ask for 12", "1/2", "A12", "B12"];
  expect(new Set(spelled.map((text) => phoneKey(entry("(212) 555-0143", text), region))).size).toBe(spelled.length);
  for (const text of ["x12", "ext. 12", " 12", "#12", "１２"])
    expect(phoneKey(entry("(212) 555-0143", text), region)).toBe("+12125550143;ext=12");
});

test("[P1] equal entries have equal keys", () => {
  fc.assert(
    fc.property(aPhone, aPhone, (a, b) => {
      const areEqual = equalPhones(a, b, region);
      expect(areEqual && phoneKey(a, region) !== phoneKey(b, region)).toBe(false);
    }),
  );
});

test("any text has a key, a description and a form as typed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom("US", "VN", "xx", ""), (number, anyRegion) => {
      expect(phoneKey(entry(number), anyRegion)).toMatch(/;ext=/);
      expect(describePhone(number, anyRegion).summary).not.toBe("");
      expect(typeof formatPhoneAsTyped(number, anyRegion)).toBe("string");
    }),
  );
});

test("a number is described by its country and kept as typed", () => {
  expect(describePhone("+84 28 5550 0117", "US")).toMatchObject({
    valid: true,
    country: "VN",
    place: "Vietnam",
    international: "+84 28 5550 0117",
  });
  expect(describePhone("415.555.0142 x7", "US")).toMatchObject({
    country: "US",
    extension: "7",
    summary: "Reads as a number in the United States, extension 7.",
  });
  expect(describePhone("desk", "US")).toMatchObject({ valid: false, country: null, national: "desk" });
  expect(formatPhoneAsTyped("4155550", "US")).toBe("(415) 555-0");
  expect(formatPhoneAsTyped("ext 7", "US")).toBe("ext 7");
});

test.each(["312-555-0111office 3local", "call 312-555-0111", "312-555-0111 / 312-555-0112", "312"])(
  "%s is no possible number: nothing of it is left out of a comparison",
  (number) => {
    expect(describePhone(number, "US").possible).toBe(false);
    const phone = { number, extension: null, label: null };
    expect(phoneKey(phone, "US")).not.toBe(phoneKey({ ...phone, number: "312-555-0111" }, "US"));
  },
);
