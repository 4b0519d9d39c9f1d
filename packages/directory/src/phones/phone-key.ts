import { trimInvisible } from "#/values/invisible-signs.ts";
import { parsePhoneNumber, withoutExtension } from "./parse-phone-number.ts";
import type { Phone } from "./phone.ts";

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

/** Equality of two entries by canonical number, extension and label, without their place in the list. */
export function equalPhones(a: Phone, b: Phone | undefined, region: string): boolean {
  if (b === undefined) return false;
  return (
    (a.number === b.number || canonicalNumber(a.number, region) === canonicalNumber(b.number, region)) &&
    extensionOf(a, region) === extensionOf(b, region) &&
    equalLabels(a.label, b.label)
  );
}

export function equalLabels(a: string | null, b: string | null): boolean {
  return a === b || labelOf(a) === labelOf(b);
}

/** A label as it is compared: NFC without outer space; a blank one is no label. */
export function labelOf(label: string | null): string {
  return label === null ? "" : label.normalize("NFC").trim();
}
