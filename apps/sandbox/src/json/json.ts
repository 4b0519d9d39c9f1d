export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `JSON.parse` returns JSON and nothing else, or throws a SyntaxError. */
export function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}
