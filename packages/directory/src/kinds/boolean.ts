import type { Json } from "#/json/json.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

const isBoolean = (value: Json) => typeof value === "boolean";

export const boolean = {
  ...plainValue,
  isOf: isBoolean,
  isPossible: isBoolean,
  possible: () => "true or false",
  typed(typed) {
    const text = trimInvisible(typed);
    return text === "true" || (text === "false" ? false : text || null);
  },
  words: (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : null),
  told: "beside a statement",
} as const satisfies ValueKind;
