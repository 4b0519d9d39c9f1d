import { formatPhoneAsTyped, describePhone } from "@dc/directory";

export { describePhone };

/** What stands in the field, and the digits that it was made of; null where it is spelled otherwise than we would. */
export interface TypedNumber {
  text: string;
  digits: string | null;
}

/** As it stands: what was pasted, deleted from, typed without us, or there before. */
export function unformattedNumber(text: string): TypedNumber {
  return { text, digits: text === "" ? "" : null };
}

/**
 * What stands in the field once it has changed: formatted as the region would while digits alone are typed one after the other,
 * from the fourth on, else exactly as typed, for whoever writes a blank, a dot or a bracket has a spelling of his own.
 */
export function numberAfterTyping({ text, digits }: TypedNumber, changed: string, region: string): TypedNumber {
  const typed = changed.slice(text.length);
  if (digits === null || !changed.startsWith(text) || typed.length !== 1) return unformattedNumber(changed);
  const all = digits + typed;
  if (/^\+?\d*$/.test(all)) return { text: all.length > 3 ? formatPhoneAsTyped(all, region) : all, digits: all };
  return unformattedNumber(describePhone(text, region).valid ? changed : all);
}
