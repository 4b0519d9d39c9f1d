import { AsYouType } from "libphonenumber-js/min";
import { knownRegion } from "./parse-phone.ts";

/** Formats the digits typed so far as the region would; what is not a number comes back unchanged. */
export function asYouType(number: string, region: string): string {
  if (/[^\d\s()+./-]/.test(number)) return number;
  const formatted = new AsYouType(knownRegion(region)).input(number);
  return formatted === "" ? number : formatted;
}
