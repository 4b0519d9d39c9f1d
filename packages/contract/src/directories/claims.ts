import { withoutDirectionMarks } from "@dc/directory";
import { z } from "zod";
import { ChangeSetId } from "#/changes/changes.ts";
import { Actor, prefixedId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { trimmedText } from "#/trimmed-text.ts";

export const ClaimId = prefixedId("clm");
const says = z.enum(["right", "wrong"]);
const about = z.enum(["number", "plan", "place", "other"]);

/** What a line of a brief that tells a change is about, as data. */
export const toldOf = {
  kind: z.enum(["changed", "came", "left"]).describe("`came`, `left`: a practitioner, to the roster or off it"),
  record: RecordKey.nullable().describe("Null where nothing of a record changed"),
  field: z.string().nullable().describe("Null where it is the whole record"),
  parts: z.array(z.string()).describe("The keys of the plans or numbers that changed; empty for the whole field"),
  about: about.describe("What is wrong, where the line is"),
};

/** The line of a brief that an answer was given on. */
const ClaimedChange = z
  .strictObject({ id: z.string(), text: z.string().describe("The line, as it was read"), ...toldOf })
  .meta({ id: "ClaimedChange" });
export type ClaimedChange = z.infer<typeof ClaimedChange>;

const changeId = z
  .string()
  .max(300)
  .nullable()
  .describe("`id` of the change in the brief that it was given on; null for the line of the practitioner");

/** What the reader of a brief says of a line of it. It changes nothing by itself. */
export const AnswerInput = z
  .strictObject({
    practitionerId: RecordId,
    changeId: changeId.default(null),
    state: z
      .string()
      .max(64)
      .describe("`state` of the practitioner in the brief that was read; empty for one who is not in it any more"),
    says,
    about: about.nullable().default(null).describe("What is wrong"),
    words: trimmedText().max(maxLength.reason).nullable().default(null).describe("What it should say"),
    howKnown: trimmedText().max(maxLength.source).nullable().default(null),
    name: trimmedText().overwrite(withoutDirectionMarks).min(1, "must say who answers").max(maxLength.personName),
  })
  .refine(({ says, words }) => says === "right" || (words ?? "") !== "", {
    path: ["words"],
    error: "must say what is right",
  })
  .meta({ id: "AnswerInput" });
export type AnswerInput = z.infer<typeof AnswerInput>;

/** What became of an answer; null while it waits. */
const outcome = z.enum(["verified", "correcting", "dismissed"]).nullable();

export const SharedAnswer = z
  .strictObject({
    id: ClaimId,
    practitionerId: RecordId,
    changeId,
    says,
    words: z.string().nullable(),
    name: z.string(),
    at: Timestamp,
    outcome,
  })
  .meta({ id: "SharedAnswer" });
export type SharedAnswer = z.infer<typeof SharedAnswer>;

/** An answer as it waits for a person, or was settled by one. */
export const Claim = SharedAnswer.extend({
  practitionerName: z.string().nullable(),
  about: about.nullable(),
  howKnown: z.string().nullable(),
  line: z.string().describe("What the brief said then in the line that was answered"),
  change: ClaimedChange.nullable().describe("Null where it was given on the line of the practitioner"),
  sharedWith: z.string(),
  movedSince: z.boolean().describe("Whether the directory says something else by now than was read"),
  settled: z
    .strictObject({
      by: Actor,
      at: Timestamp,
      reason: z.string().nullable(),
      changeSetId: ChangeSetId.nullable().describe("The draft that was opened for a correction"),
    })
    .nullable(),
}).meta({ id: "Claim" });
export type Claim = z.infer<typeof Claim>;

export const ClaimQuery = z.strictObject({
  state: z.enum(["open", "settled"]).default("open").describe("`open`: nobody settled it yet"),
});
export type ClaimQuery = z.infer<typeof ClaimQuery>;

export const ClaimList = z
  .strictObject({ items: z.array(Claim).describe("The newest first, at most 200"), total: z.int() })
  .meta({ id: "ClaimList" });
export type ClaimList = z.infer<typeof ClaimList>;

export const SettleClaimInput = z
  .strictObject({
    as: z
      .enum(["verified", "correcting", "dismissed"])
      .describe(
        "`verified`: the practitioner, or the field alone whose change was answered, is verified as it stands, on the word of who answered; that somebody came or left is kept as right and verifies nothing. `correcting`: a draft is opened, whose changes without evidence have the answer as theirs, of what is said to be wrong of the practitioner; none is where somebody came or left, since a roster has no drafts",
      ),
    reason: trimmedText().max(maxLength.reason).nullable().default(null).describe("Required to dismiss it"),
  })
  .refine(({ as, reason }) => as !== "dismissed" || (reason ?? "") !== "", {
    path: ["reason"],
    error: "must say why it is dismissed",
  })
  .meta({ id: "SettleClaimInput" });
export type SettleClaimInput = z.infer<typeof SettleClaimInput>;

export const SettledClaim = z
  .strictObject({ changeSetId: ChangeSetId.nullable().describe("The draft that was opened for a correction") })
  .meta({ id: "SettledClaim" });
export type SettledClaim = z.infer<typeof SettledClaim>;
