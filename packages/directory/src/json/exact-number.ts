/** A JSON number of other digits than JavaScript would print: it is kept, and printed, as it was spelled. */
export interface RawNumber {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** Whether JSON keeps the text of its numbers, as browsers before 2025 may not. */
export const isSupported = "rawJSON" in JSON;

/** Stands for a number there: it is shown and compared as it is spelled, and only sent as the nearest one. */
class SpelledNumber implements RawNumber {
  readonly rawJSON: string;
  constructor(text: string) {
    this.rawJSON = text;
  }
  toJSON(): number {
    return Number(this.rawJSON);
  }
}

export function isRawNumber(value: unknown): value is RawNumber {
  return isSupported ? JSON.isRawJSON(value) : value instanceof SpelledNumber;
}

/** The number that a text of JSON spells; it prints as it is spelled. */
export function exactNumber(text: string): number | RawNumber {
  const number = Number(text);
  if (String(number) === text) return number;
  return isSupported ? JSON.rawJSON(text) : new SpelledNumber(text);
}

/** A number as it is spelled; null for what is none. */
export function numberText(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return isRawNumber(value) ? value.rawJSON : null;
}

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
