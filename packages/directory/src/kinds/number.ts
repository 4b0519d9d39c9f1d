import { isRawNumber, numberText } from "#/json/exact-number.ts";
import { isWhole, numberOf } from "#/json/number-value.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { type NumberRange, plainValue, type ValueKind } from "./value-kind.ts";

export const number = {
  ...plainValue,
  isOf: (value) => numberText(value) !== null,
  canonical: (value) => numberOf(value) ?? value,
  isPossible: (value, { range }) =>
    (Number.isFinite(value) || isRawNumber(value)) && isInRange(numberText(value) ?? "", range),
  possible: ({ range }) => rangeText(range),
  typed(typed) {
    const text = trimInvisible(typed);
    return numberOf(text) ?? (text || null);
  },
  words: numberText,
  told: "beside its name",
} as const satisfies ValueKind;

function isInRange(text: string, range: NumberRange | null): boolean {
  if (range === null) return true;
  const { whole, min, max } = range;
  const value = Number(text);
  return (!whole || isWhole(text)) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function rangeText(range: NumberRange | null): string {
  const { whole, min, max } = range ?? { whole: false, min: null, max: null };
  const what = whole ? "a whole number" : "a number";
  if (min !== null && max !== null) return `${what} from ${min} to ${max}`;
  if (min !== null) return `${what}, at least ${min}`;
  return max === null ? what : `${what}, at most ${max}`;
}
