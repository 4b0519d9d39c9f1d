import { expect, test } from "vitest";
import { compareLookedUp } from "./look-ups.ts";

test.for([
  ["7", " 7 ", "same"],
  ["7", "7.0", "similar"],
  ["7", "007", "similar"],
  ["AB-12", "ab 12", "similar"],
  ["+49 30", "004930", "similar"],
  ["15", "1.5", "other"],
  ["5", "-5", "other"],
  ["12345678901234567890", "12345678901234567891", "other"],
  ["C++", "C#", "other"],
  ["की", "का", "other"],
  ["--", "..", "other"],
] as const)("%s compares with %s as %s", ([value, asked, compared]) => {
  expect(compareLookedUp(value, asked)).toBe(compared);
});
