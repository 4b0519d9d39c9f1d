import type { Reading } from "#/records/reading.ts";
import { phonesOf } from "./phone.ts";
import type { Phone } from "./phone.ts";
import { formatPhone, type PhoneFormat } from "./format-phone.ts";
import { parsePhoneNumber } from "./parse-phone-number.ts";

export interface PhoneDescription {
  /** Has a length that its country's plan can have, and nothing is left over. What is not possible is sent only on request. */
  possible: boolean;
  /** Reads as a number that its country's plan can have. */
  valid: boolean;
  /** ISO code of the country; null where several share the calling code or nothing was read. */
  country: string | null;
  /** The country in words; null where it is not known. */
  place: string | null;
  callingCode: string | null;
  extension: string | null;
  national: string;
  international: string;
  /** What was understood, as a sentence to show under the input. */
  summary: string;
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** The first of these numbers that is not possible and that none of the readings has; what a record says already may be repeated. */
export function impossibleNumber(
  phones: readonly Phone[],
  known: readonly (Reading | null)[],
  region: string,
): string | null {
  const there = new Set(
    known.flatMap((reading) => (reading === null ? [] : (phonesOf(reading) ?? []).map(({ number }) => number))),
  );
  const impossible = phones.find(({ number }) => !there.has(number) && !describePhone(number, region).possible);
  return impossible?.number ?? null;
}

/** Countries that English names with an article. */
const hasArticle =
  /^United |(?: Islands| Republic|Netherlands)$|^(?:Isle of Man|Philippines|Bahamas|Maldives|Comoros|Gambia)$/u;

/** Describes what a number reads as in the region; one that cannot be read is returned as spelled, with `valid` false. */
export function describePhone(number: string, region: string): PhoneDescription {
  const { number: read, extension } = parsePhoneNumber(number, region);
  if (!read) {
    return {
      possible: false,
      valid: false,
      country: null,
      place: null,
      callingCode: null,
      extension: extension === "" ? null : extension,
      national: number,
      international: number,
      summary: "Does not read as a phone number. Compared as text, as typed.",
    };
  }
  const country = read.country ?? null;
  const place = country === null ? null : (countryNames.of(country) ?? country);
  const where =
    place === null
      ? `with calling code +${read.countryCallingCode}`
      : `in ${hasArticle.test(place) ? "the " : ""}${place}`;
  return {
    possible: true,
    valid: read.isValid(),
    country,
    place,
    callingCode: read.countryCallingCode,
    extension: extension === "" ? null : extension,
    national: read.formatNational(),
    international: read.formatInternational(),
    summary: `Reads as a number ${where}${extension === "" ? "" : `, extension ${extension}`}.`,
  };
}

/** How a profile writes a number: as it was typed, or in one format. */
export type PhoneSpelling = "as-typed" | PhoneFormat;

/** Says how a typed number is written to the service. */
export function spellingText(number: string, spelling: PhoneSpelling, region: string): string {
  if (spelling === "as-typed") return "Kept as shown.";
  const written = formatPhone(number, spelling, region);
  return written === null || written === ""
    ? `It can’t be written as the service profile asks: ${spellingWords[spelling]}.`
    : `Written as ${written}.`;
}

const spellingWords = {
  e164: "in E.164 format",
  national: "in national format",
  international: "in international format",
  digits: "as digits only",
} as const;
