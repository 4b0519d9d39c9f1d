import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";
import { otherKind } from "./suggest-kind.ts";

export const boolean = {
  ...plainKind,
  fits: (value) => typeof value === "boolean" || typeof value === "string",
  suggest: (_, value) =>
    otherKind(value) ??
    `"yes" and "no" as the service spells them; this is ${JSON.stringify(value)}, and a value with more than two spellings is "kind": "choice"`,
  trials: (_, value) => [trial("the opposite", value !== true)],
} as const satisfies CheckedKind<MeaningOf<"boolean">>;
