import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const word = {
  ...plainValue,
  isPossible: (value) => typeof value === "string" && isWord(value),
  possible: () => "a word without a blank at either end or a line break",
  typed: (typed) => trimInvisible(typed) || null,
  told: "beside its name",
} as const satisfies ValueKind;

/** True for a word that stands for itself: no blank at either end, and nothing that cannot be seen. */
export function isWord(text: string): boolean {
  return text !== "" && text === trimInvisible(text) && !/\p{Cc}/u.test(text);
}
