import { z } from "zod";
import { Day } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { trimmedText } from "#/trimmed-text.ts";

/** Why a value was set on purpose: the reason, its source, when it was verified, when to review it, and for which days it holds. */
export const Evidence = z
  .strictObject({
    reason: trimmedText().min(1, "must not be empty: give a reason").max(maxLength.reason),
    source: trimmedText().max(maxLength.source).nullable().default(null),
    verifiedOn: Day.nullable().default(null).describe("Today or earlier when a change is applied with it"),
    reviewBy: Day.nullable().default(null).describe("Today or later when a change is applied with it"),
    from: Day.nullable()
      .default(null)
      .describe("The day from which it holds, in the connection's time zone: it is not applied before"),
    until: Day.nullable()
      .default(null)
      .describe(
        "The last day on which it holds, today or later when a change is applied with it. Its end is proposed then",
      ),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;

/** Evidence as typed so far; without a reason it cannot be used for a change yet. */
export const DraftEvidence = Evidence.extend({ reason: trimmedText().max(maxLength.reason).default("") }).meta({
  id: "DraftEvidence",
});
export type DraftEvidence = z.infer<typeof DraftEvidence>;
