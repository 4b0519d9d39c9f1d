import { isJsonArray, isJsonObject, type Json } from "@dc/api-client";

/** The kind by which a value can be read that is no single one of its kind; null where it may be one. */
export function otherKind(value: Json): string | null {
  if (isJsonObject(value)) return `"at" one of its members: ${Object.keys(value).join(", ")}`;
  if (isJsonArray(value)) return '"kind": "set", since it is a list';
  return typeof value === "boolean" ? '"kind": "boolean"' : null;
}

export function suggestKind(value: Json): string {
  return otherKind(value) ?? '"kind": "text", or another kind that fits';
}

export function isScalar(value: Json): boolean {
  return value !== null && !isJsonArray(value) && !isJsonObject(value);
}
