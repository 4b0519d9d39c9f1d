import type { Json } from "#/json/json.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { type NumberRange, plainValue, type ValueKind } from "./value-kind.ts";

export const number = {
  ...plainValue,
  isOf: (value) => typeof value === "number",
  canonical: (value) => numberOf(value) ?? value,
  isPossible: (value, { range }) => typeof value === "number" && Number.isFinite(value) && isInRange(value, range),
  possible: ({ range }) => numberText(range),
  typed(typed) {
    const text = trimInvisible(typed);
    return numberOf(text) ?? (text || null);
  },
  words: (value) => (typeof value === "number" ? String(value) : null),
  told: "beside its name",
} as const satisfies ValueKind;

/** The number that a value is, however it is spelled; null for everything else. */
function numberOf(value: Json): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

function isInRange(value: number, range: NumberRange | null): boolean {
  if (range === null) return true;
  const { whole, min, max } = range;
  return (!whole || Number.isInteger(value)) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function numberText(range: NumberRange | null): string {
  const { whole, min, max } = range ?? { whole: false, min: null, max: null };
  const what = whole ? "a whole number" : "a number";
  if (min !== null && max !== null) return `${what} from ${min} to ${max}`;
  if (min !== null) return `${what}, at least ${min}`;
  return max === null ? what : `${what}, at most ${max}`;
}
