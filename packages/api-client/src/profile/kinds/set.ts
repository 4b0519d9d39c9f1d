import { z } from "zod";
import { isJsonArray } from "#/json/json.ts";
import { onlyElement } from "#/profile/encode/encode-phones.ts";
import { elementWrite, keys, memberPointer, named, noun } from "#/profile/schema/entries.ts";
import { elementsIn, holdsOne } from "#/profile/schema/shapes.ts";
import { setShape } from "#/profile/schema/id-shape.ts";
import { decodeId, encodeId, unreadableId } from "./id-element.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

/** A set's `of` where its members are words that stand for themselves; no record type may be called so. */
export const wordType = "word";

const schema = keys({
  kind: z.literal("set"),
  of: noun.meta({
    description:
      "The record type whose ids the set holds, or `word` for words that stand for themselves. What acceptedInsurances is `of` are plans.",
  }),
  /** The prefix of these ids, where the profile has no record type for them. */
  idPrefix: z.string().optional(),
  at: memberPointer,
  shape: setShape.default({ form: "ids" }),
  write: elementWrite.optional(),
  ...named,
});

type SetMeaning = z.output<typeof schema>;

const isSameText = (a: string | null, b: string) => a?.normalize("NFC") === b.normalize("NFC");

export const set = {
  ...plainMeaning,
  schema,
  placeholders: ["id"],
  spelled(meaning) {
    const [singular, plural] = meaning.of === wordType ? ["one word", "words"] : ["one id", "ids"];
    return `${holdsOne(meaning) ? singular : `a list of ${plural}`} in the shape that the profile gives`;
  },
  written: ({ of }) => (of === wordType ? "a list of words" : "a list of ids"),
  decode(meaning, raw) {
    const ids = elementsIn(meaning, raw)?.map((element) => decodeId(element, meaning.shape));
    return ids === undefined || ids.includes(null) ? undefined : ids;
  },
  empty: (meaning, value) => (value === "" ? undefined : holdsOne(meaning) ? null : value),
  encode(meaning, value, raw, { field }) {
    const ids = isJsonArray(value) ? value.filter((id) => typeof id === "string") : [];
    if (!isJsonArray(value) || ids.length !== value.length) return undefined;
    const left = raw === undefined ? [] : [...(elementsIn(meaning, raw) ?? [])];
    const elements = ids.map((id) => {
      const exact = left.findIndex((entry) => decodeId(entry, meaning.shape) === id);
      const position = exact < 0 ? left.findIndex((entry) => isSameText(decodeId(entry, meaning.shape), id)) : exact;
      // What stands there keeps its spelling.
      const [kept] = position < 0 ? [] : left.splice(position, 1);
      return kept ?? encodeId(meaning, id, field);
    });
    return holdsOne(meaning) ? onlyElement(elements, field, meaning.of === wordType ? "word" : "id") : elements;
  },
  problems: ({ of, idPrefix }) =>
    of === wordType && idPrefix !== undefined
      ? [{ keys: ["idPrefix"], message: "must be left out: words are no ids" }]
      : [],
  unreadable: (meaning) => unreadableId(meaning, holdsOne(meaning)),
  describe: (meaning) => ({ of: meaning.of, holdsOne: holdsOne(meaning) }),
} as const satisfies MeaningKind<SetMeaning>;
