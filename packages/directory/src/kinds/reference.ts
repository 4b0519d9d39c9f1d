import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const reference = {
  ...plainValue,
  possible: () => "the id of a record",
  typed: trimInvisible,
  words: (value, { choices }) => {
    const named = choices?.find((choice) => choice.value === value);
    return named === undefined ? null : `${named.words} (${String(named.value)})`;
  },
} as const satisfies ValueKind;
