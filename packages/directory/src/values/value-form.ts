import type { Json } from "#/json/json.ts";
import type { FieldKind } from "#/records/field.ts";

/** A value as the service spells it, among others that a field can have. */
export type Scalar = string | number | boolean;

/** One of the values of a choice, with its words. */
export interface Choice {
  value: Scalar;
  words: string;
}

/** What numbers a field can have; both ends are possible. */
export interface NumberRange {
  whole: boolean;
  min: number | null;
  max: number | null;
}

/** What the profile says of the values of a field. */
export interface ValueForm {
  kind: FieldKind;
  /** The values of a choice, or the reasons of what cannot be booked; null for other kinds. */
  choices: readonly Choice[] | null;
  /** Null for what is no number. */
  range: NumberRange | null;
}

/** The number that a value is, however it is spelled; null for everything else. */
export function numberOf(value: Json): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The day of the calendar at the beginning of a text, YYYY-MM-DD; null for everything else. */
export function dayOf(value: Json): string | null {
  const day = typeof value === "string" ? (/^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(value)?.[1] ?? null) : null;
  if (day === null) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}
