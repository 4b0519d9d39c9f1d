import { trimInvisible } from "#/values/invisible-signs.ts";
import { parsePhoneNumber, withoutExtension } from "./parse-phone-number.ts";
import { equalJson } from "#/json/equal-json.ts";
import { type Phone, phoneToJson } from "./phone.ts";

/** The number in its canonical form: E.164 where it reads as a possible number, else its digits, else its text. */
export function canonicalNumber(number: string, region: string): string {
  const read = parsePhoneNumber(number, region).number;
  if (read) return read.number;
  const digits = digitsOf(withoutExtension(number));
  return digits === "" ? trimInvisible(number.normalize("NFC")) : digits;
}

/** The extension that counts: the entry's own, else the one written inside the number; empty where there is none. */
export function extensionOf(phone: Phone, region: string): string {
  const extension = trimInvisible(phone.extension ?? "");
  if (extension === "") return parsePhoneNumber(phone.number, region).extension;
  const digits = digitsOf(extension);
  return digits === "" ? extension.normalize("NFC") : digits;
}

/** The key of an entry of phones: equal keys are the same number and extension, however they are spelled. */
export function phoneKey(phone: Phone, region: string): string {
  return `${canonicalNumber(phone.number, region)};ext=${extensionOf(phone, region)}`;
}

function digitsOf(text: string): string {
  return text.normalize("NFKC").replace(/\D+/gu, "");
}

/** An entry in its canonical form, without its place in the list. */
export function canonicalPhone(phone: Phone, region: string): Phone {
  return {
    number: canonicalNumber(phone.number, region),
    extension: extensionOf(phone, region),
    label: labelOf(phone.label),
  };
}

/** Equality of two entries, without their place in the list. */
export function equalPhones(a: Phone, b: Phone, region: string): boolean {
  return equalJson(phoneToJson(canonicalPhone(a, region)), phoneToJson(canonicalPhone(b, region)));
}

export function equalLabels(a: string | null, b: string | null): boolean {
  return a === b || labelOf(a) === labelOf(b);
}

/** A label as it is compared: NFC without outer space; a blank one is no label. */
export function labelOf(label: string | null): string {
  return label === null ? "" : label.normalize("NFC").trim();
}
