import type { ProfileProblem } from "#/errors/profile-error.ts";
import { sameJson, type Json } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import { decodeTexts } from "#/profile/language-texts.ts";
import { fillTemplate } from "#/profile/template.ts";
import type { OwnMeaning } from "#/profile/schema/profile-schema.ts";

function readsBack(meaning: Extract<OwnMeaning, { kind: "languages" }>, element: Json): boolean {
  const filled = fillTemplate(element, { language: "fr", text: "texte" });
  return sameJson(decodeTexts(meaning, filled === undefined ? [] : [filled]), { fr: "texte" });
}

/** Problems of what a meaning says of its values: two that cannot be told apart, or a range that holds nothing. */
export function valueProblems(meaningKeys: readonly PropertyKey[], meaning: OwnMeaning): readonly ProfileProblem[] {
  const problem = (keys: readonly PropertyKey[], message: string): ProfileProblem => ({
    pointer: formatPointer([...meaningKeys, ...keys]),
    message,
  });
  switch (meaning.kind) {
    case "boolean":
      if (meaning.yes === "" || meaning.no === "")
        return [
          problem([meaning.yes === "" ? "yes" : "no"], "must not be empty: an empty text is read as no value at all"),
        ];
      return meaning.yes === meaning.no
        ? [problem(["no"], `must differ from "yes", which is ${JSON.stringify(meaning.yes)} too`)]
        : [];
    case "number": {
      const { min = -Infinity, max = Infinity, whole } = meaning;
      const isEmpty = min > max || (whole && Math.ceil(min) > Math.floor(max));
      return isEmpty
        ? [problem(["max"], `must be at least ${whole ? Math.ceil(min) : min}: no number is possible`)]
        : [];
    }
    case "choice":
      return meaning.values.flatMap(({ value, words }, place) => {
        const before = meaning.values.slice(0, place);
        if (value === "" && meaning.write !== "never")
          return [
            problem(
              ["values", place, "value"],
              "must not be empty, unless it is never written: an empty text is written as no value",
            ),
          ];
        const like = before.find((earlier) => earlier.value !== value && String(earlier.value) === String(value));
        if (like !== undefined)
          return [
            problem(
              ["values", place, "value"],
              `must differ from ${JSON.stringify(like.value)} by more than its type: a form cannot tell them apart`,
            ),
          ];
        if (before.some((earlier) => earlier.value === value))
          return [
            problem(["values", place, "value"], `must not be listed twice: ${JSON.stringify(value)} is there already`),
          ];
        return before.some((earlier) => earlier.words.toLowerCase() === words.toLowerCase())
          ? [
              problem(
                ["values", place, "words"],
                `must be words of its own: “${words}” is said of another value already`,
              ),
            ]
          : [];
      });
    case "languages": {
      if ((meaning.language === undefined) !== (meaning.text === undefined))
        return meaning.language === undefined
          ? [problem(["language"], 'is required beside "text": where an entry says its language')]
          : [problem(["text"], 'is required beside "language": where an entry has its text')];
      const element = meaning.write === undefined || meaning.write === "never" ? undefined : meaning.write.element;
      if (element === undefined) return [];
      if (meaning.language === undefined)
        return [
          problem(["write", "element"], "must be left out: an object by language has no entries of its own form"),
        ];
      return readsBack(meaning, element)
        ? []
        : [
            problem(
              ["write", "element"],
              `must have "{language}" at "${meaning.language}" and "{text}" at "${meaning.text ?? ""}", where they are read`,
            ),
          ];
    }
    case "bookable":
      return meaning.yes.length === 0 && meaning.missing !== "yes"
        ? [problem(["yes"], 'must hold a value, or nothing could be booked; it may be empty where "missing" is "yes"')]
        : [];
    case "text":
    case "word":
    case "date":
    case "phones":
    case "set":
    case "reference":
      return [];
  }
}
