import { isJsonArray, isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt, withValueAt } from "#/json/pointer.ts";
import type { OwnMeaning } from "./schema/profile-schema.ts";
import { fillTemplate } from "./template.ts";

type LanguagesMeaning = Extract<OwnMeaning, { kind: "languages" }>;

/** One text of a record, as the record spells it. */
interface Entry {
  /** The language as the service writes it, and in the spelling by which texts are matched. */
  readonly language: string;
  readonly tag: string;
  readonly text: string;
  readonly raw: Json;
}

/** An object of texts by language tag, such as `{ "en": "…" }`; null for none, undefined for what does not fit. Empty texts are left out. */
export function decodeTexts(meaning: LanguagesMeaning, raw: Json): Json | undefined {
  if (raw === "") return null;
  const entries = entriesIn(meaning, raw);
  if (entries === null) return undefined;
  return entries.length === 0 ? null : Object.fromEntries(entries.map(({ tag, text }) => [tag, text]));
}

/** The texts as the service spells them: an entry that stays is kept as it was read. Null for what is no object of texts. */
export function encodeTexts(meaning: LanguagesMeaning, raw: Json | undefined, value: Json): Json | null {
  if (!isJsonObject(value)) return null;
  const texts: [string, string][] = [];
  for (const [tag, text] of Object.entries(value)) {
    if (typeof text !== "string") return null;
    texts.push([tag, text]);
  }
  const before = entriesIn(meaning, raw ?? null) ?? [];
  const entryOf = (tag: string) => before.find((entry) => entry.tag === tag);
  if (meaning.language === undefined)
    return Object.fromEntries(texts.map(([tag, text]) => [entryOf(tag)?.language ?? tag, text]));
  return texts.map(([tag, text]) => {
    const entry = entryOf(tag);
    if (entry?.text === text) return entry.raw;
    return entry === undefined ? newEntry(meaning, tag, text) : withTextAt(meaning, entry.raw, text);
  });
}

/** What the value must be, for "must be …". */
export function textsText({ language }: LanguagesMeaning): string {
  return language === undefined ? "an object with a text for each language" : "a list of texts with their languages";
}

function entriesIn({ language, text }: LanguagesMeaning, raw: Json): readonly Entry[] | null {
  if (raw === null) return [];
  const pairs =
    language === undefined
      ? isJsonObject(raw)
        ? Object.entries(raw).map(([tag, said]): readonly [Json | undefined, Json | undefined, Json] => [
            tag,
            said,
            said,
          ])
        : null
      : isJsonArray(raw)
        ? raw.map((one) => [valueAt(one, language), valueAt(one, text ?? ""), one] as const)
        : null;
  if (pairs === null) return null;
  const entries: Entry[] = [];
  for (const [named, said, one] of pairs) {
    if (said === null || said === undefined || said === "") continue;
    const tag = typeof named === "string" ? canonicalTag(named) : null;
    if (typeof named !== "string" || tag === null || typeof said !== "string") return null;
    entries.push({ language: named, tag, text: said, raw: one });
  }
  return entries;
}

/** A language tag as `Intl` spells it, whatever its case and with `_` for `-`; null for what is none. */
function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

function newEntry({ language, text, write }: LanguagesMeaning, tag: string, said: string): Json {
  const element = write === undefined || write === "never" ? undefined : write.element;
  if (element !== undefined) return fillTemplate(element, { language: tag, text: said }) ?? null;
  const entry: JsonObject = {};
  const named = withValueAt(entry, language ?? "", tag) ?? entry;
  return withValueAt(named, text ?? "", said) ?? named;
}

function withTextAt({ text }: LanguagesMeaning, entry: Json, said: string): Json {
  return withValueAt(entry, text ?? "", said) ?? entry;
}
