import { describePhone } from "@dc/directory";

/** What a number that somebody typed reads as, in words; null where it reads as none. */
export function readNumber(number: string, region: string): string | null {
  const { valid, summary } = describePhone(number, region);
  return valid ? summary : null;
}
