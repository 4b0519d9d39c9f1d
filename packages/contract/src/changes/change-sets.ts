import { z } from "zod";
import { Change, ChangeId, ChangeSetId, PlacedChange } from "./changes.ts";
import { ChangeSetState, Reading } from "#/records/comparison.ts";
import { DraftEvidence, Evidence } from "./evidence.ts";
import { ErrorCode } from "#/errors.ts";
import { Actor, Day, FieldKey, IndexId, RecordKey, Timestamp } from "#/ids.ts";
import { maxLength, maxPageSize, maxSettledAtOnce, maxStagedAtOnce } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { Verified, VerifyInput } from "#/records/verifications.ts";
import { trimmedText } from "#/trimmed-text.ts";

const count = z.int();
const PersonKey = z.string().min(1).max(64);

/** Overrides that are staged, applied and undone together. The state is derived from the states of its changes. */
export const ChangeSet = z
  .strictObject({
    id: ChangeSetId,
    indexId: IndexId.nullable().describe("The index version of all its changes; null where there are several"),
    indexName: z.string().describe("The name of its directory, or how many it has changes of"),
    indexCount: count.describe("How many index versions it has changes of"),
    name: z.string().describe("The name that a person gave it, else one that follows from its content"),
    isNamed: z.boolean().describe("Whether a person gave the name"),
    purpose: z.string().nullable().describe("What it is for, in its people's words"),
    owner: Actor.describe("Whose it is: its author, unless somebody else was named"),
    reviewers: z.array(z.strictObject({ person: Actor, askedAt: Timestamp })).describe("Who is asked to review it"),
    contents: z.string().describe("What it changes, counted, such as “phone, 2 plans”"),
    state: ChangeSetState,
    counts: z.strictObject({
      total: count,
      draft: count,
      inReview: count,
      approved: count,
      queued: count,
      sending: count,
      applied: count,
      held: count,
      failed: count,
      retried: count.describe("Of the failed ones: those that were sent once more, in another change set"),
      unknown: count,
      deferred: count,
      atRest: count.describe(
        "Of the deferred ones: those that wait for a person, because what they were decided on moved",
      ),
      withdrawn: count,
      takenBack: count.describe("Of the withdrawn ones: those that were live before"),
      replaced: count.describe("Of those: what a later change of ours replaced, which counts as applied"),
      rejected: count,
      reverted: count,
    }),
    approvals: z
      .array(
        z.strictObject({
          by: Actor,
          at: Timestamp,
          changes: count.describe("How many of its changes"),
          inReview: count.describe(
            "Of these: what is in review all the same, since changes are asked for, or more approvals are needed",
          ),
        }),
      )
      .describe("Who approved changes of it, as they stand"),
    reverts: ChangeSetId.nullable().describe("The change set that it reverts"),
    revertedBy: z.array(ChangeSetId).describe("The change sets that revert it, oldest first"),
    splitFrom: ChangeSetId.nullable().describe("The change set that it was split off from"),
    splitOff: z.array(ChangeSetId).describe("The change sets that were split off from it, oldest first"),
    retryOf: ChangeSetId.nullable().describe("The change set whose failed changes it sends once more"),
    retriedBy: z.array(ChangeSetId).describe("The change sets that send its failed changes once more, oldest first"),
    evidence: DraftEvidence.nullable().describe("The evidence so far; in a draft, the reason may be empty"),
    checking: z
      .strictObject({
        by: Actor,
        at: Timestamp,
        read: count.describe("Of these readings: those that were made"),
        toRead: count.describe("Readings that were too old when it was applied: of a record in an index, or in base"),
      })
      .nullable()
      .describe("Who applied it, while what its changes were decided on is read; undo ends that"),
    notApplied: z
      .strictObject({
        by: Actor,
        at: Timestamp,
        code: ErrorCode,
        detail: z.string(),
        readAt: Timestamp.nullable().describe(
          "With code `ground_not_read`: of what was read of its changes, the oldest; null where one was never read",
        ),
      })
      .nullable()
      .describe("Why it was not applied when what was too old had been read; null once that is settled"),
    schedule: z
      .strictObject({
        by: Actor.describe("As whom it is applied"),
        at: Timestamp,
        moved: z.enum(["refuse", "split off"]).describe("What becomes of changes whose ground has moved by then"),
      })
      .nullable()
      .describe("When it is applied by itself; null where somebody applies it, and once it is applied"),
    sendAfter: Timestamp.nullable().describe("Until this time, the change set can be undone"),
    paused: z
      .strictObject({ by: Actor, at: Timestamp })
      .nullable()
      .describe("Who paused its sending; null while that goes on"),
    takingBack: z
      .strictObject({
        as: z.enum(["withdraw", "give way", "send all the same"]),
        changeIds: z.array(ChangeId).nullable().describe("Null for all of the set that was never sent"),
        changes: count.describe("How many changes it is about by now"),
        keepsHeld: z.boolean().describe("Whether what is held stays"),
        reason: z.string(),
        by: Actor,
        at: Timestamp,
        confirmedBy: z.array(Actor).describe("Whose confirmation counts, with whoever asked if they may approve"),
        missing: count.describe("How many people more have to confirm it"),
      })
      .nullable()
      .describe("What somebody asks to be done about live changes, which takes more people who may approve"),
    createdAt: Timestamp,
    createdBy: Actor,
    appliedAt: Timestamp.nullable(),
    appliedBy: Actor.nullable(),
    withdrawn: z
      .strictObject({
        by: Actor,
        at: Timestamp,
        reason: z.string().nullable(),
        as: z
          .enum(["withdraw", "give way", "take what is there"])
          .describe("Whether what moved of it was settled by that"),
      })
      .nullable()
      .describe("Who withdrew last what was not sent of it, or what was left of it, and why"),
    version: z.int(),
  })
  .meta({ id: "ChangeSet" });
export type ChangeSet = z.infer<typeof ChangeSet>;

/** The people who see all directories of a change set: who can own or review it. */
export const ChangeSetPeople = z
  .strictObject({
    items: z.array(z.strictObject({ id: z.string(), name: z.string(), mayApprove: z.boolean() })),
  })
  .meta({ id: "ChangeSetPeople" });
export type ChangeSetPeople = z.infer<typeof ChangeSetPeople>;

/** What was staged, with the draft that it is in. */
export const StagedChanges = z
  .strictObject({
    changeSet: ChangeSet,
    changeIds: z.array(ChangeId).describe("All that was staged, in the order of the request"),
    changes: z.array(Change).max(maxPageSize).describe("The first 200 of them"),
    dropped: z
      .array(z.int())
      .describe("The positions in the request of changes that were left out because they would change nothing"),
    replaced: z.array(Change).describe("The caller's own drafts that it took the place of, as they were"),
    verified: Verified.nullable().describe("What was verified with it; null where nothing was said to be right"),
  })
  .meta({ id: "StagedChanges" });
export type StagedChanges = z.infer<typeof StagedChanges>;

/** A new change set, with what it begins with: all or none. */
export const OpenChangeSetInput = z
  .strictObject({
    name: trimmedText().min(1).max(maxLength.name).optional().describe("If omitted, it is named by its contents"),
    evidence: Evidence.nullable().default(null).describe("For each of its changes that has none of its own"),
    changes: z.array(PlacedChange).max(maxStagedAtOnce).default([]),
    verification: VerifyInput.nullable()
      .default(null)
      .describe("What the same call said to be right as it stands: kept with the change set, or not at all"),
  })
  .meta({ id: "OpenChangeSetInput" });
export type OpenChangeSetInput = z.input<typeof OpenChangeSetInput>;

export const ChangeSetQuery = PageQuery.extend({
  indexId: IndexId.optional(),
  state: ChangeSetState.optional().describe("Only change sets in this state"),
  authorId: PersonKey.optional().describe("Who staged it: a person or a token"),
  reviewerId: PersonKey.optional().describe("Who is asked to review it, or approved changes of it"),
  q: z.string().max(maxLength.search).optional().describe("Words of its name, contents, purpose, reason and people"),
});
export type ChangeSetQuery = z.infer<typeof ChangeSetQuery>;
export const ChangeSetPage = pageOf(ChangeSet).meta({ id: "ChangeSetPage" });
export type ChangeSetPage = z.infer<typeof ChangeSetPage>;

export const UpdateChangeSetInput = z
  .strictObject({
    name: trimmedText().min(1).max(maxLength.name).optional(),
    evidence: DraftEvidence.nullable().optional(),
    purpose: trimmedText().max(maxLength.purpose).nullable().optional(),
    ownerId: PersonKey.optional().describe("One of the set's people"),
    reviewerIds: z
      .array(PersonKey)
      .max(50)
      .optional()
      .describe("Those of the set's people who are to review it; they must be allowed to approve"),
    version: z.int(),
  })
  .meta({ id: "UpdateChangeSetInput" });
export type UpdateChangeSetInput = z.input<typeof UpdateChangeSetInput>;

/** Evidence given here applies to every change that has none of its own. */
export const ApplyChangeSetInput = z
  .strictObject({
    version: z.int(),
    evidence: Evidence.nullable().default(null),
    moved: z
      .enum(["refuse", "split off"])
      .default("refuse")
      .describe("What becomes of changes whose ground moved: with `refuse`, nothing is applied where there is one"),
    plan: z
      .string()
      .optional()
      .describe("The `revision` of the plan that was looked at: nothing is applied once the plan is another one"),
    asRead: Timestamp.optional().describe(
      "Where the last attempt ended in `ground_not_read`: its `readAt`. Applies on what was read then and since, for people who may approve where approvals are required",
    ),
  })
  .meta({
    id: "ApplyChangeSetInput",
    examples: [{ version: 3, evidence: { reason: "The practice called" }, moved: "split off" }],
  });
export type ApplyChangeSetInput = z.input<typeof ApplyChangeSetInput>;

export const ChangeSetVersionInput = z.strictObject({ version: z.int() }).meta({ id: "ChangeSetVersionInput" });
export type ChangeSetVersionInput = z.infer<typeof ChangeSetVersionInput>;

/** When a change set is applied by itself. */
export const ScheduleChangeSetInput = z
  .strictObject({
    version: z.int(),
    day: Day,
    hour: z.int().min(0).max(23).default(0).describe("In the connection's time zone"),
    moved: z
      .enum(["refuse", "split off"])
      .default("split off")
      .describe("What becomes of changes whose ground has moved by then: with `refuse`, nothing is applied"),
  })
  .meta({ id: "ScheduleChangeSetInput" });
export type ScheduleChangeSetInput = z.input<typeof ScheduleChangeSetInput>;

const SeenMoved = z
  .record(ChangeId, z.strictObject({ base: Reading.nullish(), index: Reading.nullish(), effective: Reading.nullish() }))
  .describe(
    "By change, the `now` of each side of its `moved` that was shown. Where something else of what a change decides is there by now, nothing is settled and the answer is `moved_since_seen`. If omitted, what was read last counts",
  );

/** How people settle changes that were not applied, and whose ground moved. */
export const SettleMovedInput = z
  .strictObject({
    version: z.int(),
    changeIds: z.array(ChangeId).min(1).max(maxSettledAtOnce),
    as: z
      .enum(["keep ours", "take what is there"])
      .describe("`keep ours`: what is there now becomes its ground. `take what is there`: the change is withdrawn"),
    seen: SeenMoved.optional(),
  })
  .meta({ id: "SettleMovedInput" });
export type SettleMovedInput = z.infer<typeof SettleMovedInput>;

export const WithdrawInput = z
  .strictObject({
    reason: trimmedText()
      .min(1, "must not be empty: give a reason")
      .max(maxLength.reason)
      .optional()
      .describe(
        "Required where readers get some of it and approvals are required: then as many approvers take it back",
      ),
  })
  .meta({ id: "WithdrawInput" });
export type WithdrawInput = z.infer<typeof WithdrawInput>;

export const WithdrawChangeSetInput = WithdrawInput.extend({
  version: z.int(),
  keepsHeld: z.boolean().optional().describe("Whether what is held stays, as where the sending of the rest is ended"),
}).meta({ id: "WithdrawChangeSetInput" });
export type WithdrawChangeSetInput = z.infer<typeof WithdrawChangeSetInput>;

/** How people settle live changes that are not sent, because their ground moved. */
export const SettleAtRestInput = z
  .strictObject({
    version: z.int(),
    changeIds: z.array(ChangeId).min(1).max(maxSettledAtOnce),
    as: z
      .enum(["send all the same", "give way"])
      .describe("`give way`: the change is withdrawn, and what the index says is accepted"),
    seen: SeenMoved.optional(),
    reason: trimmedText().min(1, "must not be empty: give a reason").max(maxLength.reason),
  })
  .meta({ id: "SettleAtRestInput" });
export type SettleAtRestInput = z.infer<typeof SettleAtRestInput>;

/** How far the sending of a change set is. */
export const ChangeSetJob = z
  .strictObject({
    state: z
      .enum(["running", "waiting", "paused", "stopped", "done"])
      .describe(
        "`waiting` goes on by itself; `stopped` by an isolation alarm, until somebody resumes sending; `done` where nothing is left",
      ),
    because: z.string().nullable().describe("What it waits for, in a sentence"),
    until: Timestamp.nullable().describe("When it is tried again"),
    sent: count.describe("Changes that were sent, or found in the index"),
    left: count.describe("Changes that are still to be sent, or to be read"),
    changesPerMinute: count.describe("How fast it went in the last minute"),
    secondsLeft: count.nullable().describe("How long it takes at that speed; null where nothing was sent"),
    underWay: z.array(ChangeId).describe("The changes that are on their way now"),
  })
  .meta({ id: "ChangeSetJob" });
export type ChangeSetJob = z.infer<typeof ChangeSetJob>;

/** What applying a change set would send, as the values that were read last say. */
export const ChangeSetPlan = z
  .strictObject({
    revision: z.string().describe("Another one once the plan is another one"),
    drawnAt: Timestamp,
    changes: count.describe("Changes that hold today, of which the rest of the plan speaks"),
    later: z
      .array(z.strictObject({ day: Day, changes: count }))
      .describe("Changes that hold from a later day, and are applied then, in a set for each day"),
    toSend: count.describe("Changes that would be sent"),
    endWithRecord: count.describe("Changes of a record that would be deleted too: they end with it, and are not sent"),
    held: z
      .array(z.strictObject({ because: z.string(), changes: count }))
      .describe("What would be held, by cause. Readers get it all the same"),
    calls: z
      .strictObject({ reads: count, writes: count, siblingReads: count, total: count })
      .describe("Calls to the service where nothing moved and every call is answered"),
    callsPerMinute: count.nullable().describe("How many the job makes at most; null where nothing bounds them"),
    recordsAtOnce: count,
    seconds: count.nullable().describe("How long it takes; null where nothing bounds it and no call was measured"),
    directories: z
      .array(
        z.strictObject({
          indexId: IndexId,
          indexName: z.string(),
          toSend: count,
          held: count,
          calls: count,
          startsAfterSeconds: count.nullable(),
          seconds: count.nullable(),
          first: z
            .strictObject({ record: RecordKey, name: z.string().nullable(), siblings: count })
            .nullable()
            .describe(
              "The record that goes before all others of the index version, and how many other index versions are read to see that they stay as they are; null where nothing is sent",
            ),
        }),
      )
      .describe("In the order of sending, 200 at most. The first record of the first goes before all others"),
    directoryCount: count,
  })
  .meta({ id: "ChangeSetPlan" });
export type ChangeSetPlan = z.infer<typeof ChangeSetPlan>;

/** What is left of a change set, and the one that was split off from it. */
export const SplitChangeSet = z
  .strictObject({ changeSet: ChangeSet, splitOff: ChangeSet })
  .meta({ id: "SplitChangeSet" });
export type SplitChangeSet = z.infer<typeof SplitChangeSet>;

const revertTo = z
  .enum(["before", "base"])
  .default("before")
  .describe(
    "What a value is reset to where no override stood before: the one before, or what the standard index says now",
  );

export const RevertQuery = z.strictObject({ to: revertTo });
export type RevertQuery = z.output<typeof RevertQuery>;
export const RevertInput = z.strictObject({ version: z.int(), to: revertTo }).meta({ id: "RevertInput" });
export type RevertInput = z.input<typeof RevertInput>;

/** What reverting a change set stages, and which of its changes it leaves as they are. */
export const RevertPreview = z
  .strictObject({
    reverted: count.describe("How many of its changes are reverted"),
    leftOutCount: count.describe("How many are left as they are"),
    leftOut: z
      .array(
        z.strictObject({
          change: Change,
          why: z.string().describe("Why it is not reverted, in a sentence"),
          standing: z
            .strictObject({ changeId: ChangeId, changeSetId: Change.shape.changeSetId })
            .nullable()
            .describe("The later change that stands on it, or the one that reverts it already"),
        }),
      )
      .describe("The first 200 of them"),
  })
  .meta({ id: "RevertPreview" });
export type RevertPreview = z.infer<typeof RevertPreview>;

/** The draft that reverts a change set, with what it leaves out. */
export const RevertedChangeSet = RevertPreview.extend({ changeSet: ChangeSet }).meta({ id: "RevertedChangeSet" });
export type RevertedChangeSet = z.infer<typeof RevertedChangeSet>;

/** What a change of the connection needs before it can be applied: approvals, a reason, and fresh readings. */
export const ApprovalSettings = z
  .strictObject({
    required: z.int().min(0).max(2).describe("With 0, applying approves"),
    ownCounts: z.boolean().describe("Whether the approval of whoever staged a change counts"),
    reasonRequired: z
      .boolean()
      .default(true)
      .describe("Whether a change without a reason of its own needs one of its change set"),
    applyAgeHours: z
      .int()
      .min(0)
      .max(8_760)
      .nullable()
      .default(null)
      .describe(
        "How many hours old readings may be by which apply tells what moved; older ones are read first. 0: all are; null: as old as the connection calls old",
      ),
  })
  .meta({ id: "ApprovalSettings" });
export type ApprovalSettings = z.infer<typeof ApprovalSettings>;

export const SaveApprovalSettingsInput = ApprovalSettings.extend({
  version: z
    .int()
    .optional()
    .describe("The version of the connection over which they are saved: refused where it is another one by now"),
}).meta({ id: "SaveApprovalSettingsInput" });
export type SaveApprovalSettingsInput = z.infer<typeof SaveApprovalSettingsInput>;

/** One page of the ordered steps by which a person makes held changes in the service by hand. */
export const Runbook = z
  .strictObject({
    indexId: IndexId.nullable().describe("Null where the steps are of several index versions"),
    indexName: z.string(),
    steps: z.array(
      z.strictObject({
        number: z.int(),
        indexId: IndexId,
        indexName: z.string(),
        changeIds: z.array(ChangeId),
        record: RecordKey,
        recordName: z.string().nullable(),
        field: FieldKey.nullable(),
        title: z.string(),
        from: Reading.nullable(),
        to: Reading.nullable(),
        evidence: Evidence.nullable(),
        until: Day.nullable().describe("The last day on which it holds, as was said last; null where none was named"),
        check: z.string().describe("A request to the service that shows whether the step is done"),
      }),
    ),
    nextCursor: z.string().nullable(),
    total: z.int().describe("The number of steps on all pages"),
    text: z.string().describe("The same as Markdown; the texts of all pages, joined, are the whole runbook"),
  })
  .meta({ id: "Runbook" });
export type Runbook = z.infer<typeof Runbook>;
