import { expect, it } from "vitest";
import { readingText, readsAlike } from "./reading-value.tsx";

it("reads a list of phones by its numbers, not as JSON", () => {
  const phones = [
    { number: "(312) 555-0101", extension: "7", label: "Front desk" },
    { number: "+1 212-555-0142", extension: null, label: null },
  ];
  expect(readingText({ value: phones })).toBe("(312) 555-0101 ext. 7, +1 212-555-0142");
  expect(readingText({ value: [{ note: 1 }] })).toBe('[{"note":1}]');
});

it("spellings of one number look the same, and what letters say differs", () => {
  const phone = (number: string) => ({ value: { number, extension: null, label: null } });
  expect(readsAlike(phone("(312) 555-0101"), phone("+1 312.555.0101"))).toBe(true);
  expect(readsAlike(phone("1-800-FLOWERS"), phone("1-800-DOCTORS"))).toBe(false);
  expect(readsAlike(phone("212-555-0144 after hours"), phone("212-555-0144"))).toBe(false);
});
