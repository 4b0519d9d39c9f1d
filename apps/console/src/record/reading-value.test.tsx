import { expect, it } from "vitest";
import { readingText } from "./reading-value.tsx";

it("reads a list of phones by its numbers, not as JSON", () => {
  const phones = [
    { number: "(312) 555-0101", extension: "7", label: "Front desk" },
    { number: "+1 212-555-0142", extension: null, label: null },
  ];
  expect(readingText({ value: phones })).toBe("(312) 555-0101 ext. 7, +1 212-555-0142");
  expect(readingText({ value: [{ note: 1 }] })).toBe('[{"note":1}]');
});
