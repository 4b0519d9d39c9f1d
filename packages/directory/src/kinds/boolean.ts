import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const boolean = {
  ...plainValue,
  isPossible: (value) => typeof value === "boolean",
  possible: () => "true or false",
  typed(typed) {
    const text = trimInvisible(typed);
    return text === "true" || (text === "false" ? false : text || null);
  },
  words: (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : null),
  told: "beside a statement",
} as const satisfies ValueKind;
