import type { Json } from "#/json/json.ts";
import type { Reading } from "#/records/reading.ts";
import { invisibleSignIn } from "#/values/invisible-signs.ts";
import { type FieldKind, kindOf } from "./kinds.ts";
import type { ValueLimits } from "./value-kind.ts";

/** What the profile says of the values of a field. */
export interface ValueForm extends ValueLimits {
  kind: FieldKind;
}

type Worded = Pick<ValueForm, "kind" | "choices">;

/**
 * Why a field cannot have a value, as the end of a sentence that says what would be right: "must be a whole number from 0 to
 * 80". Null where it can; null, which empties the field, is always possible, and so is everything of the kinds that are
 * checked entry by entry.
 */
export function impossibleValue(value: Json, form: ValueForm): string | null {
  if (value === null || kindOf(form.kind).isPossible(value, form)) return null;
  const unlike = typeof value === "string" && value.trim() !== "" ? `; ${unlikeText(value)} is not` : "";
  return `must be ${possibleText(form)}${unlike}`;
}

/** Whether a reading holds a value of the kind, or none. */
export function isReadingOf(kind: FieldKind, reading: Reading): boolean {
  return "absent" in reading || reading.value === null || kindOf(kind).isOf(reading.value);
}

/** What is typed for one element of a field: the text of a part, a number. */
export function elementForm(form: ValueForm): ValueForm {
  return { ...form, kind: "text" };
}

/** A text in quotes, with the sign in it that nobody sees. */
export function unlikeText(text: string): string {
  const sign = invisibleSignIn(text);
  return sign === null ? `“${text}”` : `“${text}” (with ${sign})`;
}

/** What a value of this kind is, for "must be …". */
export function possibleText(form: ValueForm): string {
  return kindOf(form.kind).possible(form);
}

/** A value as it is typed or chosen; empty where there is none. */
export function typedText(reading: Reading | null): string {
  if (reading === null || "absent" in reading || reading.value === null) return "";
  return typeof reading.value === "string" ? reading.value : JSON.stringify(reading.value);
}

/** The value that was typed or chosen for a field. */
export function typedValue(typed: string, form: Worded): Json {
  return kindOf(form.kind).typed(typed, form);
}

/** A value in words: yes or no, a day, what a choice is called, whether it can be booked; null for what stands for itself. */
export function valueWords(value: Json, form: Worded): string | null {
  return kindOf(form.kind).words(value, form);
}

/** A reading whose value is in words; the same reading where the value stands for itself. */
export function inWords(reading: Reading, form: Worded): Reading {
  const words = "value" in reading ? valueWords(reading.value, form) : null;
  return words === null ? reading : { value: words };
}
