import { formatPhoneAsTyped, describePhone, type PhoneSpelling, spellingText } from "@dc/directory";

export { describePhone, spellingText };

/**
 * Offers to send what is not a possible number, in words that are true of what is sent. Null where nothing can be sent:
 * the profile asks for a format that only numbers have, or for digits of a text that has none.
 */
export function sendAnywayLabel(number: string, format: PhoneSpelling): string | null {
  if (format === "as-typed") return "Send as it stands";
  return format === "digits" && /\d/.test(number) ? "Send it anyway" : null;
}

/** The text in the field, and the digits it was formatted from; null if a person has spelled it otherwise. */
export interface TypedNumber {
  text: string;
  digits: string | null;
}

/** A number that is not formatted: pasted, shortened, or already there. */
export function unformattedNumber(text: string): TypedNumber {
  return { text, digits: text === "" ? "" : null };
}

/**
 * The field's text after a change. It is formatted while digits are typed one by one, from the fourth on. Other text
 * stays as typed, since a space, a dot or a bracket means that the person wants another spelling.
 */
export function numberAfterTyping({ text, digits }: TypedNumber, changed: string, region: string): TypedNumber {
  const typed = changed.slice(text.length);
  if (digits === null || !changed.startsWith(text) || typed.length !== 1) return unformattedNumber(changed);
  const all = digits + typed;
  if (/^\+?\d*$/.test(all)) return { text: formattedDigits(all, region), digits: all };
  return unformattedNumber(describePhone(text, region).valid ? changed : all);
}

/** Formats a number whose digits were typed before the formatter had loaded; leaves any other unchanged. */
export function formatTypedEarly(number: TypedNumber, region: string): TypedNumber {
  const { text, digits } = number;
  return digits === null || text !== digits ? number : { text: formattedDigits(digits, region), digits };
}

const formattedDigits = (digits: string, region: string) =>
  digits.length > 3 ? formatPhoneAsTyped(digits, region) : digits;
