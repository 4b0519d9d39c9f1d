import { parsePhoneNumberFromString, isSupportedCountry } from "libphonenumber-js/min";
import type { CountryCode, PhoneNumber } from "libphonenumber-js/min";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { rememberedInRegion } from "./remembered-in-region.ts";

export interface ParsedPhoneNumber {
  number: PhoneNumber | null;
  extension: string;
}

const longestNumber = 250;

/** The region where the library supports it; without one, only international numbers are read. */
export function supportedRegion(region: string): CountryCode | undefined {
  const code = region.toUpperCase();
  return isSupportedCountry(code) ? code : undefined;
}

/** Reads a number; national spellings are read for the region. Results are cached. */
export const parsePhoneNumber = rememberedInRegion(readPhone);

function readPhone(number: string, region: string): ParsedPhoneNumber {
  if (number.length > longestNumber) return { number: null, extension: "" };
  const country = supportedRegion(region);
  // A number with something left over is no number: what is around it would be lost in every comparison.
  const parsed = parsePhoneNumberFromString(trimInvisible(number), {
    extract: false,
    ...(country === undefined ? {} : { defaultCountry: country }),
  });
  if (!parsed?.isPossible()) return { number: null, extension: trailingExtension(number) };
  return { number: parsed, extension: parsed.ext ?? trailingExtension(number) };
}

// After a digit somewhere, and not inside a word: "PO Box 12" has none.
const extensionMark = /(?<=\d.*)(?<!\p{L})(?:;ext=|ext(?:ension)?\b\.?|x|#)[ :]{0,3}(\d{1,9})$/isu;

function trailingExtension(number: string): string {
  return extensionMark.exec(trimInvisible(number))?.[1] ?? "";
}

/** The number without an extension written at its end. */
export function withoutExtension(number: string): string {
  return trimInvisible(number).replace(extensionMark, "");
}
