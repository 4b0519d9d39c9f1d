import type { Json } from "#/json/json.ts";
import { textsOf } from "#/records/texts-by-key.ts";
import { textsInParts } from "./texts-in-parts.ts";
import type { ValueKind } from "./value-kind.ts";

/** A text in each of some languages, under the tag of the language. */
export const languages = {
  ...textsInParts({ canonicalText: (text) => text, impossiblePart: impossibleText }),
  knownParts: null,
  possible: () => 'an object with a text for each language, such as { "en": "…", "pt-BR": "…" }',
  words(value) {
    const texts = textsOf({ value });
    if (texts === null || texts.size === 0) return null;
    return [...texts].map(([tag, text]) => `${languageName(tag)}: ${text}`).join("; ");
  },
  partLabel: languageName,
  partName: (field, tag) => `${field} in ${languageName(tag)}`,
} as const satisfies ValueKind;

function impossibleText(tag: string, text: Json): string | null {
  if (languageOf(tag) !== tag)
    return `must name a language by its tag, such as "fr" or "pt-BR"; “${tag}” is none${languageOf(tag) === null ? "" : `, “${languageOf(tag) ?? ""}” is`}`;
  return typeof text === "string" && text.trim() !== "" ? null : "must be a text that is not blank";
}

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
