import { trimInvisible } from "#/values/invisible-signs.ts";
import { parsePhoneNumber, withoutExtension } from "./parse-phone-number.ts";
import { rememberedInRegion } from "./remembered-in-region.ts";
import { equalJson } from "#/json/equal-json.ts";
import { type Phone, phoneToJson } from "./phone.ts";

/** The number in its canonical form: E.164 where it reads as a possible number, else its text without an extension. */
export const canonicalNumber = rememberedInRegion((number, region) => {
  const read = parsePhoneNumber(number, region).number;
  return read ? read.number : canonicalText(withoutExtension(number));
});

const extensionDigits = /^(?:ext(?:ension)?\b\.?|x|#)?[ :]{0,3}(\d+)$/i;

/** The extension that counts: the entry's own, else the one written inside the number; empty where there is none. */
export function extensionOf(phone: Phone, region: string): string {
  const extension = phone.extension === null || phone.extension === "" ? "" : canonicalText(phone.extension);
  if (extension === "") return parsePhoneNumber(phone.number, region).extension;
  return extensionDigits.exec(extension.normalize("NFKC"))?.[1] ?? extension;
}

/**
 * The key of an entry of phones: equal keys are the same number and extension, however they are spelled. Several entries of a
 * list may have it.
 */
export function phoneKey(phone: Phone, region: string): string {
  return `${keyPart(canonicalNumber(phone.number, region))};ext=${keyPart(extensionOf(phone, region))}`;
}

/** A text without the sign that ends a part of a key. */
export function keyPart(text: string): string {
  return /[%;]/.test(text) ? text.replaceAll(/[%;]/g, encodeURIComponent) : text;
}

export function textOfKeyPart(part: string): string {
  return part.replaceAll("%3B", ";").replaceAll("%25", "%");
}

/**
 * The key that earlier versions gave an entry, by the digits alone of what is no possible number and of an extension in words.
 * Stores name entries by it; it is never changed.
 */
export function earlierPhoneKey(phone: Phone, region: string): string {
  const read = parsePhoneNumber(phone.number, region).number;
  const text = trimInvisible(phone.number);
  const digits = digitsOf(text.replace(earlierExtension, ""));
  const number = read?.number ?? (digits === "" ? text.normalize("NFC") : digits);
  const extension = trimInvisible(phone.extension ?? "");
  const written = read?.ext ?? earlierExtension.exec(text)?.[1] ?? "";
  return `${number};ext=${extension === "" ? written : digitsOf(extension) || extension.normalize("NFC")}`;
}

const earlierExtension = /(?:;ext=|ext(?:ension)?\b\.?|x|#)[ :]{0,3}(\d{1,9})$/i;

function digitsOf(text: string): string {
  return text.normalize("NFKC").replace(/\D+/gu, "");
}

function canonicalText(text: string): string {
  return trimInvisible(text.normalize("NFC")).replaceAll(/\s+/g, " ");
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
