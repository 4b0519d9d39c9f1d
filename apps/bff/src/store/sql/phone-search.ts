import { canonicalNumber, fewestPhoneDigits, parsePhoneNumber, type Phone, phoneText } from "@dc/directory";

/** One line for each phone: the digits by which it is found, a tab, and how it is spelled. */
export function searchablePhones(phones: readonly Phone[], region: string): string {
  return phones
    .map((phone) => `${digitsOf(canonicalNumber(phone.number, region))}\t${phoneText(phone).replace(/\s+/g, " ")}`)
    .join("\n");
}

/**
 * The digits that a typed text asks for, without what is dialled before them from elsewhere; null where the text is not a phone
 * number or too short to be one.
 */
export function askedDigits(text: string, region: string): string | null {
  const seen = text.replaceAll(/\p{Cf}/gu, "");
  if (!/^[\p{Nd}\s()+./‐‑–-]+$/u.test(seen)) return null;
  const number = seen.replaceAll(/\(0+\)/g, "");
  const digits = (parsePhoneNumber(number, region).number?.nationalNumber ?? digitsOf(number)).replace(/^0+/, "");
  return digits.length < fewestPhoneDigits ? null : digits;
}

/** The spelling of the first phone that has these digits; null where none has. */
export function phoneWith(phones: string, digits: string): string | null {
  const line = phones.split("\n").find((entry) => entry.slice(0, entry.indexOf("\t")).includes(digits));
  return line === undefined ? null : line.slice(line.indexOf("\t") + 1);
}

function digitsOf(text: string): string {
  return text.normalize("NFKC").replace(/\D+/gu, "");
}
