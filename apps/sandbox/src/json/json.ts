export type Json = string | number | RawNumber | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json;
}

/** A number of more digits than JavaScript holds; it prints as it is spelled. */
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

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** Parses JSON without a change of any digit. */
export function parseJson(text: string): Json {
  // What is parsed is JSON; the text of a number is kept where it would print another way.
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value,
  ) as Json;
}
