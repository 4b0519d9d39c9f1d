import { AsYouType, type PhoneNumber } from "libphonenumber-js/min";
import { trimInvisible } from "#/values/invisible-signs.ts";
import type { Reading } from "#/records/reading.ts";
import { parsePhoneNumber, supportedRegion } from "./parse-phone-number.ts";
import { entriesNamed, isOfOne, phoneEntries, phoneKeyOf } from "./phone-entries.ts";
import { textOfKeyPart } from "./phone-key.ts";
import { phonesOf, phoneText } from "./phone.ts";
import type { Phone } from "./phone.ts";

/** How a number can be written: as international standard, as people of its country write it, as others do, or bare. */
export type PhoneFormat = "e164" | "national" | "international" | "digits";

/** Writes a number in a format; null where what is written would not be read as the same number and nothing else. */
export function formatPhone(number: string, format: PhoneFormat, region: string): string | null {
  const { number: read, extension } = parsePhoneNumber(number, region);
  if (read === null) {
    const text = trimInvisible(number);
    return format === "digits" && /^\d+$/.test(text) ? text : null;
  }
  if (extension !== "") return null;
  const isSame = (written: string) => {
    const again = parsePhoneNumber(written, region);
    return again.number?.number === read.number && again.extension === "";
  };
  return spellings(number, read, format).find(isSame) ?? null;
}

/** How a number may be spelled in a format, first what keeps most of how it was typed. */
function spellings(typed: string, read: PhoneNumber, format: PhoneFormat): string[] {
  switch (format) {
    case "e164":
      return [read.number];
    case "national":
      return [read.formatNational()];
    case "international":
      return [read.formatInternational()];
    case "digits":
      return [typed.normalize("NFKC"), read.formatNational()].map((text) => text.replaceAll(/\D/g, ""));
  }
}

/** Formats the digits typed so far as the region would; what is not a number comes back unchanged. */
export function formatPhoneAsTyped(number: string, region: string): string {
  if (/[^\d\s()+./-]/.test(number)) return number;
  const formatted = new AsYouType(supportedRegion(region)).input(number);
  return formatted === "" ? number : formatted;
}

/** The phone of this key, as the first of these readings that has it spells it. */
export function phoneOfKey(key: string, readings: readonly (Reading | null)[]): Phone | null {
  // A number that reads as this one in the region of the connection reads the same in its own region.
  const region = parsePhoneNumber(key.split(";ext=")[0] ?? key, "").number?.country ?? "";
  for (const reading of readings) {
    const phones = (reading === null ? null : phonesOf(reading)) ?? [];
    const [named] = entriesNamed(phoneEntries(phones, region), key, region);
    if (named !== undefined) return named.phone;
  }
  return null;
}

/** A phone by its key, for display: as one of these readings spells it, with what tells it from its equals, else in international format. */
export function phoneKeyText(key: string, readings: readonly (Reading | null)[]): string {
  const spelled = phoneOfKey(key, readings);
  if (spelled !== null)
    return isOfOne(key) || spelled.label === null ? phoneText(spelled) : `${phoneText(spelled)} (${spelled.label})`;
  const [number = key, extension = ""] = phoneKeyOf(key).split(";ext=").map(textOfKeyPart);
  const region = parsePhoneNumber(number, "").number?.country ?? "";
  const formatted = formatPhone(number, "international", region) ?? number;
  return phoneText({ number: formatted, extension, label: null });
}
