import { ProfileError, createProfile } from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { expect, it } from "vitest";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
const codes = letters.flatMap((one) => letters.map((other) => one + other));

/** Without a region no national number can be parsed. */
function readsNationalNumbers(region: string): boolean {
  const lengths = Array.from({ length: 14 }, (_, at) => at + 3);
  return lengths.some((length) => formatPhone("2".repeat(length), "e164", region) !== null);
}

function isTaken(defaultRegion: string): boolean {
  try {
    createProfile({ extends: "default", defaultRegion });
    return true;
  } catch (error) {
    if (error instanceof ProfileError) return false;
    throw error;
  }
}

it("a profile takes every region by which national numbers are read, and no other", () => {
  const read = codes.filter(readsNationalNumbers);
  expect(read.length).toBeGreaterThan(200);
  expect(codes.filter(isTaken)).toEqual(read);
});
