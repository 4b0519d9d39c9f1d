import { z } from "zod";
import { ChangeSetId } from "#/changes/changes.ts";
import { VerdictCounts } from "#/records/comparison.ts";
import { ServiceWords } from "#/errors.ts";
import { Actor, Day, IndexId, prefixedId, RecordKey, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { NamedReferrer, ReferrerChoice } from "./referrers.ts";
import { trimmedText } from "#/trimmed-text.ts";

const Name = trimmedText().min(1, "must not be empty").max(maxLength.name);
const Notes = z.string().max(maxLength.notes);

/**
 * What happens when base changes a field without an override: `leave` only reports it, `follow` proposes base's value.
 */
export const DefaultPolicy = z.enum(["leave", "follow"]);

const ReadAgainHours = z
  .int()
  .min(0)
  .max(8_760)
  .describe("The age in hours from which records of the roster are read again by themselves; 0: never");

/** One known index version. `name` is given to the service, `label` is ours and is shown instead where there is one. */
export const IndexVersion = z
  .strictObject({
    id: IndexId,
    name: z.string().nullable().describe("The name given to the service; null for an adopted index version"),
    label: z.string().nullable(),
    referrer: NamedReferrer.nullable(),
    notes: z.string(),
    origin: z.enum(["created", "adopted", "standard", "test"]),
    readOnly: z.boolean(),
    defaultPolicy: DefaultPolicy,
    readAgainHours: ReadAgainHours,
    roster: z.strictObject({
      practitioners: z.int(),
      schedules: z.int(),
      waiting: z.int(),
      overdue: z.int().describe("Practitioners who should have been verified again before today"),
    }),
    overrides: z.strictObject({ live: z.int(), held: z.int(), unknown: z.int(), drafts: z.int() }),
    counts: VerdictCounts.describe("As of the last comparison of each record on the roster"),
    createdAt: Timestamp,
    createdBy: Actor,
    archivedAt: Timestamp.nullable(),
    deletedAt: Timestamp.nullable().describe("When it was deleted in the service; its history stays here"),
    lastReadAt: Timestamp.nullable(),
    version: z.int(),
  })
  .meta({ id: "IndexVersion" });
export type IndexVersion = z.infer<typeof IndexVersion>;

export const IndexVersionQuery = PageQuery.extend({
  q: z.string().max(maxLength.search).optional().describe("Search text for name, label, referrer or id"),
  state: z.enum(["active", "archived"]).default("active").describe("Only those in this state"),
  waits: z
    .enum(["conflict", "outside", "base moved", "nothing"])
    .optional()
    .describe("Only those in which this waits for a decision; `nothing`: in which nothing does"),
  read: z
    .enum(["day", "week", "older", "never"])
    .optional()
    .describe("Only those with roster entries that were last read then, as the overview counts them"),
  reached: Day.optional().describe(
    "Only those that changes of the standard data reached on this day (UTC) and that are not settled there, as the overview counts them",
  ),
  sort: z
    .enum(["need", "name", "recent", "roster", "overrides"])
    .default("need")
    .describe("`need`: those first that need somebody most"),
});
export type IndexVersionQuery = z.infer<typeof IndexVersionQuery>;

/** `pinned` has the standard index and, in test mode, the test index; they are never among the items. */
export const IndexVersionPage = pageOf(IndexVersion)
  .extend({ pinned: z.array(IndexVersion) })
  .meta({ id: "IndexVersionPage" });
export type IndexVersionPage = z.infer<typeof IndexVersionPage>;

export const StartFrom = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("standard") }),
  z.strictObject({ kind: z.literal("overrides"), indexId: IndexId }),
]);

export const CreateIndexVersionInput = z
  .strictObject({
    name: Name,
    referrer: ReferrerChoice.nullable().default(null),
    notes: Notes.default(""),
    roster: z.string().max(maxLength.pastedText).default("").describe("Pasted ids, pairs, links or CSV, one per line"),
    startFrom: StartFrom.default({ kind: "standard" }),
  })
  .meta({
    id: "CreateIndexVersionInput",
    examples: [
      {
        name: "Dr. Okafor",
        referrer: { name: "Dr. Ada Okafor" },
        roster: "sch_9Kf2mTz7Qe\npra_4Gd8sWq2Lx",
        startFrom: { kind: "standard" },
      },
    ],
  });
export type CreateIndexVersionInput = z.infer<typeof CreateIndexVersionInput>;

export const CreationId = prefixedId("cre");
/** The creation of an index version. `unknown`: the reply was lost, and a person has to settle it. */
/** The overrides of another directory that were staged in a new one, and those that were left out. */
export const CreationStart = z
  .strictObject({
    from: z.strictObject({ id: IndexId, name: z.string() }),
    staged: z.int(),
    leftOut: z.array(
      z.strictObject({
        record: RecordKey,
        what: z.string().describe("The override, in a sentence"),
        why: z.string().describe("Why it was left out, in a sentence"),
      }),
    ),
  })
  .meta({ id: "CreationStart" });
export type CreationStart = z.infer<typeof CreationStart>;

export const Creation = z
  .strictObject({
    id: CreationId,
    name: z.string(),
    referrer: NamedReferrer.nullable(),
    state: z.enum(["sending", "created", "unknown", "refused", "not created", "abandoned"]),
    indexId: IndexId.nullable(),
    rosterImportId: z.string().nullable(),
    changeSetId: z.string().nullable(),
    start: CreationStart.nullable().describe(
      "The result of staging the overrides of the directory that it starts from; null until they are staged",
    ),
    words: ServiceWords.nullable(),
    why: z.string().nullable().describe("Why the outcome is unknown or refused, in a sentence"),
    sentAt: Timestamp.nullable(),
    createdAt: Timestamp,
    createdBy: Actor,
    settledAt: Timestamp.nullable(),
  })
  .meta({ id: "Creation" });
export type Creation = z.infer<typeof Creation>;

export const CreationQuery = PageQuery.extend({
  open: z.enum(["0", "1"]).default("0").describe("1: only those with an unknown outcome"),
  changeSetId: ChangeSetId.optional().describe("Only the one whose overrides were staged in this change set"),
});
export type CreationQuery = z.infer<typeof CreationQuery>;
export const CreationPage = pageOf(Creation).meta({ id: "CreationPage" });
export type CreationPage = z.infer<typeof CreationPage>;

const AdoptedIndexId = IndexId.regex(
  /^[\x21-\x7e]+$/,
  "must be one id of letters, digits and signs that a header can carry",
);

export const SettleCreationInput = z
  .discriminatedUnion("as", [
    z.strictObject({ as: z.literal("adopted"), indexId: AdoptedIndexId }),
    z.strictObject({ as: z.literal("not created") }),
    z.strictObject({ as: z.literal("abandoned") }),
  ])
  .meta({ id: "SettleCreationInput" });
export type SettleCreationInput = z.infer<typeof SettleCreationInput>;

export const AdoptIndexVersionInput = z
  .strictObject({
    indexId: AdoptedIndexId,
    label: Name.nullable().default(null),
    referrer: ReferrerChoice.nullable().default(null),
    notes: Notes.default(""),
    roster: z.string().max(maxLength.pastedText).default(""),
  })
  .meta({ id: "AdoptIndexVersionInput" });
export type AdoptIndexVersionInput = z.infer<typeof AdoptIndexVersionInput>;

/** `seen` says whether a read in the index has shown that it exists, or that the read failed. */
export const AdoptedIndexVersion = z
  .strictObject({
    indexVersion: IndexVersion,
    seen: z.enum(["found", "could not check"]),
    rosterImportId: z.string().nullable(),
  })
  .meta({ id: "AdoptedIndexVersion" });
export type AdoptedIndexVersion = z.infer<typeof AdoptedIndexVersion>;

/** The index versions of the service that are not known here, where the service can list its index versions. */
export const OfferedIndexVersions = z
  .strictObject({
    state: z
      .enum(["listed", "not listed", "failed"])
      .describe("not listed: the profile has no operation for it; failed: the service did not answer with a list"),
    total: z.int().describe("How many there are; at most 200 are among the items"),
    items: z.array(z.strictObject({ id: z.string(), name: z.string().nullable() })),
    failure: z.string().nullable().describe("Why the service could not be asked, in a sentence"),
  })
  .meta({ id: "OfferedIndexVersions" });
export type OfferedIndexVersions = z.infer<typeof OfferedIndexVersions>;

export const UpdateIndexVersionInput = z
  .strictObject({
    label: Name.nullable().optional(),
    referrer: ReferrerChoice.nullable().optional(),
    notes: Notes.optional(),
    defaultPolicy: DefaultPolicy.optional(),
    readAgainHours: ReadAgainHours.optional(),
    archived: z.boolean().optional(),
    version: z
      .int()
      .describe("The version that was edited; if it has changed in the meantime, the answer is version_mismatch"),
  })
  .meta({ id: "UpdateIndexVersionInput" });
export type UpdateIndexVersionInput = z.infer<typeof UpdateIndexVersionInput>;

export const DeletionId = prefixedId("del");
/** The deletion of an index version in the service. `unknown`: the reply was lost, and a reading or a person settles it. */
export const Deletion = z
  .strictObject({
    id: DeletionId,
    indexId: IndexId,
    name: z.string().describe("What the directory was called"),
    state: z.enum(["held", "sending", "deleted", "refused", "unknown", "not deleted", "withdrawn"]),
    reason: z.string().describe("Why a person asked for it"),
    liveOverrides: z.int().describe("How many live overrides the directory had"),
    why: z.string().nullable().describe("Why it is held, refused or unknown, in a sentence"),
    words: ServiceWords.nullable(),
    receipt: z
      .strictObject({
        status: z.int().nullable(),
        requestId: z.string().nullable(),
        gone: z
          .enum(["read", "list", "not checked", "said by a person"])
          .describe("How it was seen that the service has it no more"),
      })
      .nullable(),
    createdAt: Timestamp,
    createdBy: Actor,
    sentAt: Timestamp.nullable(),
    settledAt: Timestamp.nullable(),
  })
  .meta({ id: "Deletion" });
export type Deletion = z.infer<typeof Deletion>;

/** What deleting an index version would do, and what became of it. */
export const DeletionPlan = z
  .strictObject({
    name: z.string().describe("The name to confirm it by"),
    refused: z.string().nullable().describe("Why this index version is never deleted, or not now"),
    canSend: z.boolean().describe("False where a deletion would be held"),
    checkedBy: z.enum(["read", "list"]).nullable().describe("How it is seen afterwards that it is gone"),
    request: z.string().nullable().describe("The request as curl, with a placeholder for the key"),
    live: z.int().describe("Live overrides, which its readers would no longer get"),
    held: z.int().describe("Those of them that are not in the service"),
    drafts: z.int(),
    runbook: z.string().describe("The steps for a person who deletes it elsewhere, as Markdown"),
    latest: Deletion.nullable(),
  })
  .meta({ id: "DeletionPlan" });
export type DeletionPlan = z.infer<typeof DeletionPlan>;

export const DeleteIndexVersionInput = z
  .strictObject({
    name: z.string().max(maxLength.name).describe("The name of the directory, as `DeletionPlan` gives it"),
    reason: trimmedText().min(1, "must say why").max(maxLength.reason),
    liveOverrides: z.int().min(0).describe("How many live overrides the person was told of"),
  })
  .meta({ id: "DeleteIndexVersionInput" });
export type DeleteIndexVersionInput = z.infer<typeof DeleteIndexVersionInput>;

export const SendDeletionInput = DeleteIndexVersionInput.pick({ liveOverrides: true }).meta({
  id: "SendDeletionInput",
});
export type SendDeletionInput = z.infer<typeof SendDeletionInput>;

export const SettleDeletionInput = z
  .strictObject({ as: z.enum(["deleted", "not deleted"]) })
  .meta({ id: "SettleDeletionInput" });
export type SettleDeletionInput = z.infer<typeof SettleDeletionInput>;
