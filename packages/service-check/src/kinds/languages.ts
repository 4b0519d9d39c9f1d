import { isJsonArray, isJsonObject } from "@dc/api-client";
import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";
import { bestKey } from "./best-key.ts";

export const languages = {
  ...plainKind,
  fits: (value) => isJsonObject(value) || (isJsonArray(value) && value.every(isJsonObject)),
  suggest(_, value) {
    const [first] = isJsonArray(value) ? value : [];
    if (!isJsonObject(first))
      return isJsonObject(value)
        ? '"at" an object that has a text for each language, and nothing else'
        : '"kind": "text", since it says no language';
    const language = bestKey(first, ["language", "lang", "locale", "tag"]);
    const text = bestKey(first, ["text", "value", "content", "body"]);
    return `"language": "/${language ?? "…"}" and "text": "/${text ?? "…"}", since each entry is an object with ${Object.keys(first).join(", ")}`;
  },
  /** Another text in a language that is there, and one language more or less; a service may have no others. */
  trials(_, value) {
    const texts = isJsonObject(value) ? value : {};
    const [first] = Object.keys(texts);
    const added = Object.hasOwn(texts, "es") ? "fr" : "es";
    const more = {
      ...trial("a language more", { ...texts, [added]: "Contract suite" }, "element"),
      mayBeRefused: true,
    };
    if (first === undefined) return [trial("a text", { en: "Contract suite" }, "element")];
    const changed = {
      ...texts,
      [first]: texts[first] === "Contract suite A" ? "Contract suite B" : "Contract suite A",
    };
    const { [first]: _text, ...fewer } = texts;
    return [
      trial("another text", changed),
      more,
      ...(Object.keys(texts).length > 1 ? [trial("a language less", fewer)] : []),
    ];
  },
} as const satisfies CheckedKind<MeaningOf<"languages">>;
