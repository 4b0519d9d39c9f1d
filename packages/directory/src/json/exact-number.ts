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
