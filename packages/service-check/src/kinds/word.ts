import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";
import { isScalar, suggestKind } from "./suggest-kind.ts";

export const word = {
  ...plainKind,
  fits: isScalar,
  suggest: (_, value) => suggestKind(value),
  // A service may take no other words than it knows.
  trials: (_, value) =>
    typeof value === "string" && value !== "" ? [{ ...trial("another word", `${value}A`), mayBeRefused: true }] : [],
} as const satisfies CheckedKind<MeaningOf<"word">>;
