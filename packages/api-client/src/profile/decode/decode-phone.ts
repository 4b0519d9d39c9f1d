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

/** Cuts an extension off a number's text at the first mark that is followed by digits alone. */
function splitExtension(text: string, marks: readonly string[]): { number: string; extension: string | null } {
  const lower = text.toLowerCase();
  for (const mark of marks) {
    const position = lower.lastIndexOf(mark.toLowerCase());
    const extension = position < 0 ? "" : text.slice(position + mark.length).trim();
    if (position > 0 && /^\d{1,10}$/.test(extension)) return { number: text.slice(0, position).trimEnd(), extension };
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
