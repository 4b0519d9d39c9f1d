import { exactNumber, isRawNumber, numberText, type RawNumber } from "./exact-number.ts";

/** The number that a value is, or that it spells as a text; null for everything else. */
export function numberOf(value: unknown): number | RawNumber | null {
  if (typeof value === "number" || isRawNumber(value)) return value;
  if (typeof value !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return null;
  const text = value.trim();
  const canonical = canonicalNumber(text);
  if (String(Number(canonical)) === canonical) return Number(canonical);
  return exactNumber(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? text : canonical);
}

/** Whether both are numbers of the same value, however they are spelled. */
export function equalNumbers(a: unknown, b: unknown): boolean {
  const [left, right] = [numberText(a), numberText(b)];
  return left !== null && right !== null && (left === right || decimal(left) === decimal(right));
}

/** One text for all spellings of a number: what JavaScript prints wherever that has the same value. */
export function canonicalNumber(text: string): string {
  const printed = String(Number(text));
  return decimal(printed) === decimal(text) ? printed : decimal(text);
}

/** Whether a number, as it is spelled, has no fraction. */
export function isWhole(text: string): boolean {
  return !decimal(text).includes("e-");
}

function decimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^\+?(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  let { length } = digits;
  while (digits[length - 1] === "0") length -= 1;
  if (length === 0) return whole + fraction === "" ? text : "0";
  const zeros = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - length);
  return `${sign}${digits.slice(0, length)}e${zeros}`;
}
