import { isJsonObject, numberText, type Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { Phone } from "#/profile/phone.ts";
import type { PhoneShape } from "#/profile/schema/phone-shape.ts";
import { isPhoneObject } from "#/profile/schema/shapes.ts";

function scalarText(value: Json | undefined): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  return numberText(value) ?? undefined;
}

const longestExtension = 10;

/** What stands before a mark at the end of a text; null where none does. */
function beforeMark(text: string, mark: string): string | null {
  const ends = mark !== "" && text.slice(-mark.length).toLowerCase() === mark.toLowerCase();
  return ends ? text.slice(0, -mark.length) : null;
}

/** Cuts an extension off a number's text: digits behind a mark that has a number before it, and is no part of a word. */
function splitExtension(text: string, marks: readonly string[]): { number: string; extension: string | null } {
  const whole = text.trimEnd();
  let start = whole.length;
  while (start > 0 && /\d/.test(whole[start - 1] ?? "") && whole.length - start <= longestExtension) start -= 1;
  const [front, extension] = [whole.slice(0, start), whole.slice(start)];
  if (extension === "" || extension.length > longestExtension) return { number: text, extension: null };
  for (const mark of marks) {
    const before = beforeMark(front, mark) ?? beforeMark(front.trimEnd(), mark.trimEnd());
    if (before !== null && /\d/.test(before) && !/\p{L}$/u.test(before.slice(-2)))
      return { number: before.trimEnd(), extension };
  }
  return { number: text, extension: null };
}

/** One phone as the record spells it; null when the shape does not fit. */
export function decodePhone(raw: Json, shape: PhoneShape): Phone | null {
  if (!isPhoneObject(shape)) {
    const text = raw === null ? undefined : scalarText(raw);
    return typeof text === "string" ? { ...splitExtension(text, shape.extensionMarks), label: null } : null;
  }
  if (!isJsonObject(raw)) return null;
  const partText = (pointer: string | undefined) => (pointer === undefined ? null : scalarText(valueAt(raw, pointer)));
  const number = partText(shape.number);
  const extension = partText(shape.extension);
  const label = partText(shape.label);
  if (typeof number !== "string" || extension === undefined || label === undefined) return null;
  if (extension !== null || shape.extensionMarks.length === 0) return { number, extension, label };
  return { ...splitExtension(number, shape.extensionMarks), label };
}
