import { hash } from "node:crypto";
import { isRawNumber } from "@dc/directory/exact-number";
import { canonicalNumber } from "@dc/directory/number-value";
import { isJsonArray, isJsonObject, type Json } from "./json.ts";

/** JSON text with sorted keys and no white space: equal values give equal text. */
function canonicalJson(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (isRawNumber(value)) return canonicalNumber(value.rawJSON);
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** SHA-256, in hex, of the canonical text. */
export function canonicalHash(value: Json): string {
  return hash("sha256", canonicalJson(value));
}
