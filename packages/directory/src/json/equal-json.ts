import { equalNumbers } from "./number-value.ts";
import { isJsonObject } from "./json.ts";
import type { Json } from "./json.ts";

/** Structural equality: keys without order, arrays in order, strings after Unicode NFC. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a === "string" || typeof b === "string") {
    return typeof a === "string" && typeof b === "string" && a.normalize("NFC") === b.normalize("NFC");
  }
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let position = 0; position < a.length; position += 1) {
      const left = a[position];
      const right = b[position];
      if (left === undefined || right === undefined || !equalJson(left, right)) return false;
    }
    return true;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return equalNumbers(a, b);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false;
    const left = a[key];
    const right = b[key];
    if (left === undefined || right === undefined || !equalJson(left, right)) return false;
  }
  return true;
}
