import { isJsonObject } from "@dc/api-client";
import { isBare, looksLikeId } from "#/suggestions/answer-members.ts";
import { idRoundTripProblem } from "#/suggestions/element-round-trip.ts";
import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";
import { idShape, unchangedTrial } from "./id-shape.ts";

export const reference = {
  ...plainKind,
  fits: (value) => isBare(value) || isJsonObject(value),
  isLikely: ({ value }, score) =>
    score >= 0.4 || looksLikeId(isJsonObject(value) ? (Object.values(value)[0] ?? null) : value),
  suggest: ({ to }, value, others) => idShape([value, ...others], to, false),
  async trials({ to }, value, { otherId }) {
    if (typeof value !== "string") return [];
    const replacement = await otherId(to, [value]);
    return [replacement === null ? unchangedTrial(value) : trial("another id", replacement, "element")];
  },
  problems(meaning, { pointer, records }) {
    const problem = idRoundTripProblem(meaning, pointer, records);
    return problem === null ? [] : [problem];
  },
  roundTrip: idRoundTripProblem,
} as const satisfies CheckedKind<MeaningOf<"reference">>;
