import type { Json } from "#/json/json.ts";
import { invisibleSignIn, trimInvisible } from "./invisible-signs.ts";
import { languageOf, textsOf } from "./languages.ts";
import { dayOf, type NumberRange, type ValueForm } from "./value-form.ts";

/**
 * Why a field cannot have a value, as the end of a sentence that says what would be right: "must be a whole number from 0 to
 * 80". Null where it can; null, which empties the field, is always possible, and so is everything of the kinds that have
 * rules of their own.
 */
export function impossibleValue(value: Json, form: ValueForm): string | null {
  if (value === null || isPossible(value, form)) return null;
  const unlike = typeof value === "string" && value.trim() !== "" ? `; ${unlikeText(value)} is not` : "";
  return `must be ${possibleText(form)}${unlike}`;
}

function isPossible(value: Json, { kind, choices, range }: ValueForm): boolean {
  switch (kind) {
    case "word":
      return typeof value === "string" && isWord(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value) && isInRange(value, range);
    case "date":
      return typeof value === "string" && dayOf(value) === value;
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return choices === null || choices.some((choice) => choice.value === value);
    case "languages":
      return areTexts(value);
    case "text":
    case "phones":
    case "set":
    case "reference":
    case "bookable":
    case "json":
      return true;
  }
}

/** What a value of this kind is, for "must be …". */
export function possibleText({ kind, choices, range }: ValueForm): string {
  switch (kind) {
    case "word":
      return "a word without a blank at either end or a line break";
    case "number":
      return numberText(range);
    case "date":
      return "a day of the calendar, YYYY-MM-DD";
    case "boolean":
      return "true or false";
    case "choice":
      return choicesText(choices ?? []);
    case "languages":
      return 'an object with a text for each language, such as { "en": "…", "pt-BR": "…" }';
    case "text":
    case "phones":
    case "set":
    case "reference":
    case "bookable":
    case "json":
      return `a value of the kind ${kind}`;
  }
}

function areTexts(value: Json): boolean {
  const texts = textsOf({ value });
  return texts !== null && [...texts].every(([tag, text]) => languageOf(tag) === tag && text.trim() !== "");
}

/** Why a text in one language cannot be set, as the end of a sentence; null where it can. */
export function impossibleText(tag: string, text: Json): string | null {
  if (languageOf(tag) !== tag)
    return `must name a language by its tag, such as "fr" or "pt-BR"; “${tag}” is none${languageOf(tag) === null ? "" : `, “${languageOf(tag) ?? ""}” is`}`;
  return typeof text === "string" && text.trim() !== "" ? null : "must be a text that is not blank";
}

/** True for a word that stands for itself: no blank at either end, and nothing that cannot be seen. */
export function isWord(text: string): boolean {
  return text !== "" && text === trimInvisible(text) && !/\p{Cc}/u.test(text);
}

/** A text in quotes, with the sign in it that nobody sees. */
export function unlikeText(text: string): string {
  const sign = invisibleSignIn(text);
  return sign === null ? `“${text}”` : `“${text}” (with ${sign})`;
}

function isInRange(value: number, range: NumberRange | null): boolean {
  if (range === null) return true;
  const { whole, min, max } = range;
  return (!whole || Number.isInteger(value)) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function numberText(range: NumberRange | null): string {
  const { whole, min, max } = range ?? { whole: false, min: null, max: null };
  const what = whole ? "a whole number" : "a number";
  if (min !== null && max !== null) return `${what} from ${min} to ${max}`;
  if (min !== null) return `${what}, at least ${min}`;
  return max === null ? what : `${what}, at most ${max}`;
}

/** The values with their words where these say something else: `"f" (female) or "m" (male)`. */
function choicesText(choices: NonNullable<ValueForm["choices"]>): string {
  const listed = choices.map(({ value, words }) =>
    String(value) === words ? JSON.stringify(value) : `${JSON.stringify(value)} (${words})`,
  );
  const last = listed.at(-1) ?? "nothing";
  return listed.length < 2 ? last : `${listed.slice(0, -1).join(", ")} or ${last}`;
}
