import { isJsonObject, setOwn, type Json, type JsonObject } from "#/json/json.ts";
import type { Reading } from "./reading.ts";

/** The texts of a reading by their keys; empty where there are none, null where the value is no object of texts. */
export function textsOf(reading: Reading): Map<string, string> | null {
  if ("absent" in reading || reading.value === null) return new Map();
  if (!isJsonObject(reading.value)) return null;
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(reading.value)) {
    if (typeof text !== "string") return null;
    texts.set(key, text);
  }
  return texts;
}

export function textsToJson(texts: ReadonlyMap<string, string>): Json {
  if (texts.size === 0) return null;
  const object: JsonObject = {};
  for (const [key, text] of texts) setOwn(object, key, text);
  return object;
}

/** The text of one part as a reading: absent where there is none. */
export function textIn(texts: ReadonlyMap<string, string>, key: string): Reading {
  const text = texts.get(key);
  return text === undefined ? { absent: true } : { value: text };
}

/** The texts with another reading of one of them. */
export function withText(texts: ReadonlyMap<string, string>, key: string, text: Reading): Map<string, string> {
  const next = new Map(texts);
  if ("value" in text && typeof text.value === "string") next.set(key, text.value);
  else next.delete(key);
  return next;
}
