import type { Json } from "#/json/json.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

const isBoolean = (value: Json) => typeof value === "boolean";

/** As people and spreadsheets write it. */
const sayings = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

export const boolean = {
  ...plainValue,
  isOf: isBoolean,
  isPossible: isBoolean,
  possible: () => "true or false",
  typed(typed) {
    const text = trimInvisible(typed);
    return sayings.get(text.toLowerCase()) ?? (text || null);
  },
  words: (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : null),
  told: "beside a statement",
} as const satisfies ValueKind;
