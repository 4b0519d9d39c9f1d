import { isJsonArray, isJsonObject, type Json } from "#/json/json.ts";

/** Words one after another, or that there are none. */
export function list(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.join(", ");
}

/** What stands in braces in a template and can be no variable: it would be sent as it is. */
export function oddBraces(template: Json | undefined): readonly string[] {
  if (typeof template === "string") return template.match(/\{(?![A-Za-z]+(?::(?:string|number))?\})[^{}]*\}?/g) ?? [];
  if (isJsonArray(template)) return template.flatMap(oddBraces);
  return isJsonObject(template) ? Object.values(template).flatMap(oddBraces) : [];
}
