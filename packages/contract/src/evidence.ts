import { z } from "zod";
import { Day } from "./ids.ts";
import { maxLength } from "./limits.ts";

/** Why a value was set on purpose: in whose words, checked when, to be looked at again when. */
export const Evidence = z
  .strictObject({
    reason: z.string().trim().min(1, "must not be empty: give a reason").max(maxLength.reason),
    source: z.string().trim().max(maxLength.source).nullable().default(null),
    verifiedOn: Day.nullable().default(null).describe("Not a day to come when it begins to serve a change"),
    reviewBy: Day.nullable().default(null).describe("Not a day gone by when it begins to serve a change"),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;

/** What somebody has typed of it so far; without a reason it serves no change yet. */
export const DraftEvidence = Evidence.extend({ reason: z.string().trim().max(maxLength.reason).default("") }).meta({
  id: "DraftEvidence",
});
export type DraftEvidence = z.infer<typeof DraftEvidence>;
