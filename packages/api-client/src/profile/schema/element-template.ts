import { isJsonArray, isJsonObject, type Json } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import type { EntryProblem } from "#/profile/kinds/meaning-kind.ts";

/** Where a template has a placeholder as a whole value; null when nowhere. */
export function placeOf(template: Json, placeholder: string, above: readonly PropertyKey[] = []): string | null {
  if (typeof template === "string") return template === placeholder ? formatPointer(above) : null;
  if (!isJsonObject(template) && !isJsonArray(template)) return null;
  for (const [key, inner] of Object.entries<Json>(template)) {
    const pointer = placeOf(inner, placeholder, [...above, key]);
    if (pointer !== null) return pointer;
  }
  return null;
}

/** An element that would not be read back, with what is right, and the shape that would fit it, if one does. */
export function readBackProblem(
  what: string,
  element: Json,
  right: string,
  shape: Readonly<Record<string, string | null>> | null,
): EntryProblem {
  if (shape === null)
    return { keys: ["write", "element"], message: `writes ${what} that would not be read back: ${right}` };
  const forms = isJsonObject(element) ? "as a text, and written as an object" : "as an object, and written as a text";
  const members = Object.entries(shape).flatMap(([key, value]) => (value === null ? [] : [`"${key}": "${value}"`]));
  const message = `${what} is read ${forms}: write "shape": { ${members.join(", ")} }, or change "element": ${right}`;
  return { keys: [], message };
}
