import { formatPhone } from "./format-phone.ts";
import { parsePhone } from "./parse-phone.ts";
import { phoneKey } from "./phone-key.ts";
import { phonesOf } from "./phone-value.ts";
import type { Reading } from "./reading.ts";
import { phoneWords } from "./span.ts";

/** A phone key as people know the number: as one of these readings spells it, else in its international form. */
export function wordsOfPhoneKey(key: string, readings: readonly (Reading | null)[]): string {
  const [number = key, extension = ""] = key.split(";ext=");
  // What reads as this number in the region of the connection reads so in the number's own.
  const region = parsePhone(number, "").number?.country ?? "";
  for (const reading of readings) {
    const spelled = (reading === null ? null : phonesOf(reading))?.find((phone) => phoneKey(phone, region) === key);
    if (spelled !== undefined) return phoneWords(spelled);
  }
  const formatted = formatPhone(number, "international", region) ?? number;
  return phoneWords({ number: formatted, extension, label: null });
}
