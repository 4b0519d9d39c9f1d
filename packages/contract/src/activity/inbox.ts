import { z } from "zod";
import { ChangeSetId } from "#/changes/changes.ts";
import { Claim } from "#/directories/claims.ts";
import { CreationId } from "#/directories/index-versions.ts";
import { Actor, IndexId, Timestamp } from "#/ids.ts";
import { ChangeSetState } from "#/records/comparison.ts";

const count = z.int();

/** Why something waits for a person, what stops the most first. */
export const InboxKind = z.enum([
  "alarm",
  "conflict",
  "failed",
  "unknown",
  "creation",
  "deletion",
  "taking back",
  "moved",
  "not applied",
  "at rest",
  "paused",
  "review",
  "request",
  "rejected",
  "withdrawn",
  "discarded",
  "edited",
  "unscheduled",
  "claim",
  "comment",
  "approved",
  "overdue",
  "ended",
]);
export type InboxKind = z.infer<typeof InboxKind>;

const InboxEntryId = z.string().min(1).max(200).describe("Names it among what waits for the caller");

export const InboxEntry = z
  .strictObject({
    id: InboxEntryId,
    kind: InboxKind,
    at: Timestamp,
    isNew: z.boolean().describe("Whether it came since the caller last saw the inbox"),
    count: count.describe(
      "Of what waits: changes, fields that moved, answers of readers, comments, practitioners to be verified again, or overrides whose last day has passed",
    ),
    by: Actor.nullable().describe(
      "Who staged it, asks, paused, discarded, replaced or unscheduled it, or said it last",
    ),
    words: z
      .string()
      .nullable()
      .describe("What they asked or said, why it was not applied, or the name of the change set that they discarded"),
    changeSet: z
      .strictObject({ id: ChangeSetId, name: z.string(), state: ChangeSetState, changes: count, indexName: z.string() })
      .nullable(),
    index: z.strictObject({ id: IndexId, name: z.string() }).nullable(),
    creation: z
      .strictObject({ id: CreationId, name: z.string() })
      .nullable()
      .describe("The index version of which it is not known whether it was created"),
    answer: z
      .strictObject({
        ...Claim.pick({ id: true, says: true, practitionerName: true }).shape,
        line: z.string().describe("The line of the brief that it was given on, as it was read"),
      })
      .nullable()
      .describe("The newest answer of a reader, of `claim`; `by` gave it, and `words` are what it should say"),
    putOff: z
      .strictObject({ until: Timestamp.nullable().describe("Null: until something new comes of it") })
      .nullable()
      .describe("Whether the caller put it off; then it does not count as waiting"),
  })
  .meta({ id: "InboxEntry" });
export type InboxEntry = z.infer<typeof InboxEntry>;

export const Inbox = z.strictObject({ seenAt: Timestamp.nullable(), items: z.array(InboxEntry) }).meta({ id: "Inbox" });
export type Inbox = z.infer<typeof Inbox>;

const ids = z.array(InboxEntryId).min(1).max(500);

const shownUntil = Timestamp.optional().describe(
  "When the newest entry that was on screen came: what came since waits on. Without it, all that waits now is meant",
);

export const InboxSeenQuery = z.strictObject({ shownUntil });
export type InboxSeenQuery = z.infer<typeof InboxSeenQuery>;

export const PutOffInput = z
  .strictObject({
    ids,
    until: Timestamp.nullable().describe("Null: until something new comes of it, as what is done"),
    shownUntil,
  })
  .meta({ id: "PutOffInput" });
export type PutOffInput = z.infer<typeof PutOffInput>;

export const TakeUpInput = z.strictObject({ ids }).meta({ id: "TakeUpInput" });
export type TakeUpInput = z.infer<typeof TakeUpInput>;
