import { setOwn, type Json, type JsonObject } from "#/json/json.ts";
import type { Reading } from "#/records/reading.ts";

/** A language tag in the one spelling by which texts are matched, such as `pt-BR`; null for what is no tag. */
function languageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

/** A language tag as a person may write it: its language has two or three letters, so that its name is none. */
export function languageOf(text: string): string | null {
  const tag = languageTag(text);
  return tag !== null && /^[a-z]{2,3}(?:-|$)/.test(tag) ? tag : null;
}

const names = new Intl.DisplayNames("en", { type: "language" });

/** A language by its name, "French"; by its tag where it has none. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The texts of a reading by language; empty where there are none, null where the value is no object of texts. */
export function textsOf(reading: Reading): Map<string, string> | null {
  if ("absent" in reading || reading.value === null) return new Map();
  if (typeof reading.value !== "object" || Array.isArray(reading.value)) return null;
  const texts = new Map<string, string>();
  for (const [tag, text] of Object.entries(reading.value)) {
    if (typeof text !== "string") return null;
    texts.set(tag, text);
  }
  return texts;
}

export function textsToJson(texts: ReadonlyMap<string, string>): Json {
  if (texts.size === 0) return null;
  const object: JsonObject = {};
  for (const [tag, text] of texts) setOwn(object, tag, text);
  return object;
}

/** The text in one language as a reading: absent where there is none. */
export function textIn(texts: ReadonlyMap<string, string>, tag: string): Reading {
  const text = texts.get(tag);
  return text === undefined ? { absent: true } : { value: text };
}

/** The texts with another reading of one of them. */
export function withText(texts: ReadonlyMap<string, string>, tag: string, text: Reading): Map<string, string> {
  const next = new Map(texts);
  if ("value" in text && typeof text.value === "string") next.set(tag, text.value);
  else next.delete(tag);
  return next;
}

export function equalTexts(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([tag, text]) => b.get(tag)?.normalize("NFC") === text.normalize("NFC"));
}
