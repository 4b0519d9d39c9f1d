import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const reference = {
  ...plainValue,
  possible: () => "the id of a record",
  typed: trimInvisible,
} as const satisfies ValueKind;
