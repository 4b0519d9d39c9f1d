import { z } from "zod";
import { isJsonArray, isJsonObject, sameJson, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt, withValueAt } from "#/json/pointer.ts";
import { elementWrite, keys, memberPointer, named } from "#/profile/schema/entries.ts";
import { fillTemplate } from "#/profile/template.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({
  kind: z.literal("languages"),
  language: memberPointer.optional().meta({
    description: "Where the tag of the language is in an entry of a list; without it, the value is an object by tag.",
  }),
  text: memberPointer.optional().meta({ description: "Where the text is in an entry of a list." }),
  at: memberPointer,
  write: elementWrite.optional(),
  ...named,
});

type LanguagesMeaning = z.output<typeof schema>;

const byLanguage = "an object with a text for each language";

export const languages = {
  ...plainMeaning,
  schema,
  placeholders: ["text", "language"],
  spelled: ({ language }) => (language === undefined ? byLanguage : "a list of texts with their languages"),
  written: () => byLanguage,
  decode: decodeTexts,
  encode: (meaning, value, raw) => encodeTexts(meaning, raw, value) ?? undefined,
  problems(meaning) {
    const { language, text, write } = meaning;
    if ((language === undefined) !== (text === undefined))
      return [
        language === undefined
          ? { keys: ["language"], message: 'is required beside "text": where an entry says its language' }
          : { keys: ["text"], message: 'is required beside "language": where an entry has its text' },
      ];
    const element = write === "never" ? undefined : write?.element;
    const message = element === undefined ? null : elementProblem(meaning, element);
    return message === null ? [] : [{ keys: ["write", "element"], message }];
  },
} as const satisfies MeaningKind<LanguagesMeaning>;

function elementProblem(meaning: LanguagesMeaning, element: Json): string | null {
  const { language, text = "" } = meaning;
  if (language === undefined) return "must be left out: an object by language has no entries of its own form";
  const filled = fillTemplate(element, { language: "fr", text: "texte" });
  return sameJson(decodeTexts(meaning, filled === undefined ? [] : [filled]), { fr: "texte" })
    ? null
    : `must have "{language}" at "${language}" and "{text}" at "${text}", where they are read`;
}

/** One text of a record, by the spelling of its language by which texts are matched. */
interface Entry {
  readonly tag: string;
  readonly text: string;
}

/** An entry as the record spells it; `tag` is null where its language is none, which only an empty one may have. */
interface RawEntry {
  readonly language: string;
  readonly tag: string | null;
  readonly text: string;
  readonly raw: Json;
}

/** An object of texts by language tag, such as `{ "en": "…" }`; null for none, undefined for what does not fit. Empty texts are left out. */
function decodeTexts(meaning: LanguagesMeaning, raw: Json): Json | undefined {
  if (raw === "") return null;
  const entries = entriesIn(meaning, raw);
  if (entries === null) return undefined;
  return entries.length === 0 ? null : Object.fromEntries(entries.map(({ tag, text }) => [tag, text]));
}

/** The texts as the service spells them: an entry that stays is kept as it was read. Null for what is no object of texts. */
function encodeTexts(meaning: LanguagesMeaning, raw: Json | undefined, value: Json): Json | null {
  if (!isJsonObject(value)) return null;
  const texts: [string, string][] = [];
  for (const [tag, text] of Object.entries(value)) {
    if (typeof text !== "string") return null;
    texts.push([tag, text]);
  }
  const before = rawEntries(meaning, raw ?? null) ?? [];
  const read = entriesIn(meaning, raw ?? null) === null ? [] : before;
  const wanted = new Map(texts);
  // An entry without a text is no override: it stays as it is, unless its language gets a text.
  const kept = read.flatMap((entry) => {
    const text = entry.tag === null ? undefined : wanted.get(entry.tag);
    if (text === undefined) return entry.text === "" ? [{ ...entry, text: null }] : [];
    wanted.delete(entry.tag ?? "");
    return [{ ...entry, text: entry.text === text ? null : text }];
  });
  if (meaning.language === undefined)
    return Object.fromEntries([
      ...kept.map(({ language, raw: rawEntry, text }) => [language, text ?? rawEntry] as const),
      ...wanted,
    ]);
  return [
    ...kept.map(({ raw: rawEntry, text }) => (text === null ? rawEntry : withTextAt(meaning, rawEntry, text))),
    ...[...wanted].map(([tag, text]) => newEntry(meaning, tag, text)),
  ];
}

/** Every entry of a record, also those without a text, whose text is empty here; null for what does not fit. */
function rawEntries({ language, text }: LanguagesMeaning, raw: Json): readonly RawEntry[] | null {
  if (raw === null || raw === "") return [];
  const pairs =
    language === undefined
      ? isJsonObject(raw)
        ? Object.entries(raw).map(([tag, value]): readonly [Json | undefined, Json | undefined, Json] => [
            tag,
            value,
            value,
          ])
        : null
      : isJsonArray(raw)
        ? raw.map((entry) => [valueAt(entry, language), valueAt(entry, text ?? ""), entry] as const)
        : null;
  if (pairs === null) return null;
  const entries: RawEntry[] = [];
  for (const [named, value, rawEntry] of pairs) {
    const isBlank = value === null || value === undefined || value === "";
    const tag = typeof named === "string" ? canonicalTag(named) : null;
    if (!isBlank && (tag === null || typeof value !== "string")) return null;
    entries.push({
      language: typeof named === "string" ? named : "",
      tag,
      text: isBlank ? "" : String(value),
      raw: rawEntry,
    });
  }
  return entries;
}

/** The texts of a record; null for what does not fit, also where two of them are in one language. */
function entriesIn(meaning: LanguagesMeaning, raw: Json): readonly Entry[] | null {
  const entries = rawEntries(meaning, raw)?.flatMap(({ tag, text }) =>
    tag === null || text === "" ? [] : [{ tag, text }],
  );
  if (entries === undefined) return null;
  return new Set(entries.map(({ tag }) => tag)).size === entries.length ? entries : null;
}

/** A language tag as `Intl` spells it, whatever its case and with `_` for `-`; null for what is none. */
function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

function newEntry({ language, text, write }: LanguagesMeaning, tag: string, value: string): Json {
  const element = write === undefined || write === "never" ? undefined : write.element;
  if (element !== undefined) return fillTemplate(element, { language: tag, text: value }) ?? null;
  const entry: JsonObject = {};
  const named = withValueAt(entry, language ?? "", tag) ?? entry;
  return withValueAt(named, text ?? "", value) ?? named;
}

function withTextAt({ text }: LanguagesMeaning, entry: Json, value: string): Json {
  return withValueAt(entry, text ?? "", value) ?? entry;
}
