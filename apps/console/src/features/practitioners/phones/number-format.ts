import { formatPhoneAsTyped, describePhone, spellingText } from "@dc/directory";

export { describePhone, spellingText };

/** The text in the field, and the digits it was formatted from; null if a person has spelled it otherwise. */
export interface TypedNumber {
  text: string;
  digits: string | null;
}

/** A number that is left as it is: pasted, shortened, typed before the formatter had loaded, or there before. */
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
  if (/^\+?\d*$/.test(all)) return { text: all.length > 3 ? formatPhoneAsTyped(all, region) : all, digits: all };
  return unformattedNumber(describePhone(text, region).valid ? changed : all);
}
