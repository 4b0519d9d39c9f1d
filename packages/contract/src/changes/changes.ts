import { z } from "zod";
import { ChangeState, FieldComparison, FieldKind, Policy, Reading, RecordComparison } from "#/records/comparison.ts";
import { DifferenceFormat, ExportFormat, RecordPatch } from "#/export-format.ts";
import { ServiceWords } from "#/errors.ts";
import { Evidence } from "./evidence.ts";
import { Actor, Day, FieldKey, IndexId, prefixedId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { Json } from "#/json.ts";
import { maxLength, maxStagedAtOnce } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { trimmedText } from "#/trimmed-text.ts";

export const ChangeId = prefixedId("chg");
export const ChangeSetId = prefixedId("set");

export const Phone = z
  .strictObject({
    number: trimmedText().min(1, "must not be empty").max(maxLength.phoneNumber),
    extension: trimmedText().max(maxLength.phoneExtension).nullable().default(null),
    label: trimmedText().max(maxLength.phoneLabel).nullable().default(null),
  })
  .meta({ id: "Phone" });

const Element = z
  .string()
  .min(1)
  .max(600)
  .describe(
    "A part of the value: a member of a set as the service spells it, the key of an entry of phones, the tag of a language, or a part of an address",
  );
const NewElement = z.union([trimmedText().min(1).max(200), Phone]);

const operations = [
  z.strictObject({
    op: z.literal("set"),
    value: Json,
    element: Element.optional().describe("The tag of the language whose text it is, such as `pt-BR`"),
  }),
  z.strictObject({ op: z.literal("add"), element: NewElement, at: z.int().min(0).optional() }),
  z.strictObject({ op: z.literal("remove"), element: Element }),
  z.strictObject({ op: z.literal("replace"), element: Element, by: NewElement }),
  z.strictObject({ op: z.literal("move"), element: Element, before: Element.nullable() }),
  z.strictObject({ op: z.literal("create"), fields: z.record(FieldKey, Json) }),
  z.strictObject({ op: z.literal("delete") }),
] as const;

const equals = z
  .int()
  .min(2)
  .optional()
  .describe("How many phones equal to this one are listed then, where the standard index lists it more than once");

const at = z
  .int()
  .min(0)
  .optional()
  .describe("The place at which a phone comes back that is not listed by then; else last");

/**
 * What a change does. `move` puts a phone before another one, or last. `pinValue` makes an override of the value that the standard index and this index both have; nothing is
 * sent for it, unless the index version follows the standard index. Elements of a set are its members, as the service spells them; elements of phones have the keys that comparisons give them; elements of texts in
 * languages are language tags. */
export const Operation = z
  .discriminatedUnion("op", [
    ...operations,
    z.strictObject({ op: z.literal("reset"), element: Element.optional(), to: Reading, equals, at }),
    z.strictObject({ op: z.literal("takeBase"), element: Element.optional(), to: Reading, equals }),
    z.strictObject({ op: z.literal("pinValue"), element: Element.optional(), to: Reading }),
  ])
  .meta({ id: "Operation" });
export type Operation = z.infer<typeof Operation>;

const to = Reading.optional().describe(
  "The value of the standard index. If omitted, the last reading is used; another value is refused",
);

/** An operation as requested, without the base value, which the server fills in. */
export const AskedOperation = z
  .discriminatedUnion("op", [
    ...operations,
    z.strictObject({ op: z.literal("reset"), element: Element.optional(), to }),
    z.strictObject({ op: z.literal("takeBase"), element: Element.optional(), to }),
    z.strictObject({ op: z.literal("pinValue"), element: Element.optional(), to }),
  ])
  .meta({ id: "AskedOperation" });
export type AskedOperation = z.infer<typeof AskedOperation>;

/** The values of the field that were shown to the person who decides about it; null where there was none. */
export const Seen = z
  .strictObject({
    base: Reading.nullable(),
    index: Reading.nullable().optional().describe("The value in the index. If omitted, it is read for the request"),
  })
  .meta({ id: "Seen" });
export type Seen = z.infer<typeof Seen>;

/** The proof stored after a write: the intended value, the value read back, and whether the standard index changed. */
export const Receipt = z
  .strictObject({
    at: Timestamp,
    intended: Reading,
    readBack: Reading.nullable(),
    asWanted: z.boolean(),
    base: z.enum(["unmoved", "moved on its own", "took our value", "not read"]),
    baseHash: z.string().nullable(),
    sibling: z
      .strictObject({ indexId: IndexId, moved: z.enum(["unmoved", "moved on its own", "took our value", "not read"]) })
      .nullable(),
    requestId: z.string().nullable(),
    foundNotSent: z.boolean().describe("True when the value was found in the index and not sent by us"),
    nothingSent: z
      .boolean()
      .describe("True when nothing had to be sent, because the index already had the value that was pinned"),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof Receipt>;

const Shift = z.strictObject({ seen: Reading.nullable(), now: Reading.nullable() }).nullable();

/** What a change was decided on that is another one now, with both values; null for what is as it was. */
export const MovedGround = z
  .strictObject({
    base: Shift,
    index: Shift,
    effective: Shift,
    by: Actor.nullable().describe(
      "Whose change moved the directory, or who took back what it said; null where the service says something else",
    ),
    at: Timestamp.nullable().describe("When that was, or when the service was read"),
  })
  .meta({ id: "MovedGround" });
export type MovedGround = z.infer<typeof MovedGround>;

/** One event of the ledger. */
export const Change = z
  .strictObject({
    id: ChangeId,
    changeSetId: ChangeSetId.nullable().describe("Null where its set also holds what the caller does not see"),
    indexId: IndexId,
    indexName: z.string(),
    record: RecordKey,
    recordName: z.string().nullable(),
    practitioner: z
      .strictObject({ id: RecordId, name: z.string().nullable() })
      .nullable()
      .describe("The practitioner whose schedule the record is, according to the roster; null for other records"),
    field: FieldKey.nullable(),
    kind: FieldKind.nullable(),
    operation: Operation,
    members: z
      .record(z.string(), z.string())
      .optional()
      .describe("The names of records that it adds to a set or takes out of it, by id; missing where it names none"),
    state: ChangeState,
    because: z.string().nullable().describe("Why it is held, failed, unknown or deferred, in a sentence"),
    retriedIn: ChangeSetId.nullable().describe("Of a failed one: the change set in which it is sent once more"),
    holds: z
      .string()
      .nullable()
      .describe(
        "For a change that was not sent: why it will be held, or cannot be sent from held, in a sentence. Null if the service can take it, or if nothing is to be sent",
      ),
    alarmId: prefixedId("alm")
      .nullable()
      .describe("The isolation alarm about this change, which stays unknown until the alarm is settled"),
    words: ServiceWords.nullable(),
    policy: Policy,
    evidence: Evidence.nullable(),
    baseSeen: Reading.nullable(),
    valueBefore: Reading.nullable(),
    seen: z
      .strictObject({
        base: Reading.nullable(),
        index: Reading.nullable(),
        effective: Reading.nullable(),
        isKept: z.boolean().describe("False for a change of an earlier version: what it was first shown against"),
      })
      .nullable()
      .describe("What its author saw of its field. Null for the creation of a record"),
    moved: MovedGround.nullable().describe(
      "What of that is another one by the last readings, and has to be settled. Null if nothing is, and for changes that are sent already",
    ),
    alreadySo: z
      .boolean()
      .describe("The directory says already what it wants, by the last readings: it is withdrawn when it is applied"),
    order: z
      .int()
      .nullable()
      .describe("Its place among all that was applied; null before that, and for whoever is limited to some referrers"),
    attempt: z.int(),
    sentAt: Timestamp.nullable(),
    requestId: z.string().nullable(),
    receipt: Receipt.nullable(),
    createdAt: Timestamp,
    createdBy: Actor,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: "Change" });
export type Change = z.infer<typeof Change>;

export const ChangeQuery = PageQuery.extend({ state: ChangeState.optional().describe("Only changes in this state") });
export const ChangePage = pageOf(Change).meta({ id: "ChangePage" });
export type ChangePage = z.infer<typeof ChangePage>;

const SeenDrafts = z
  .array(ChangeId)
  .max(500)
  .optional()
  .describe(
    "The drafts that were shown, whoever staged them. A draft of the change set that is not among them is not replaced: the answer is `moved_since_seen`. Changes under review of the set that are among them are edited, and to be approved anew. If omitted, any draft is replaced",
  );

export const StageChange = z
  .strictObject({
    record: RecordKey,
    field: FieldKey.optional().describe("Omitted for create and delete"),
    operation: AskedOperation,
    policy: Policy.default("pin"),
    evidence: Evidence.nullable().default(null),
    asItStands: z
      .boolean()
      .optional()
      .describe(
        "True to send a phone number as given although it is not a possible number. Not needed for a number that the record already has",
      ),
    seen: Seen.extend({
      effective: Reading.nullable().optional().describe("What the directory said, without drafts"),
    })
      .optional()
      .describe(
        "What was shown. With `index` and without `effective`, the answer is `moved_since_seen` where it or the standard value is another one by now; with all three the change is staged, and told as `moved`. What is omitted is read for this request, of at most 200 records",
      ),
    unlessMoved: z
      .literal(true)
      .optional()
      .describe(
        "With it nothing is staged where any of what was seen is another one by now: `moved_since_seen`. Without `effective`, the directory said what the index did",
      ),
    seenDrafts: SeenDrafts,
  })
  .meta({ id: "StageChange" });

/** Changes to stage together into the caller's draft of this index: all or none. */
export const StageChangesInput = z.strictObject({ changes: z.array(StageChange).min(1).max(maxStagedAtOnce) }).meta({
  id: "StageChangesInput",
  examples: [
    {
      changes: [
        {
          record: { type: "practitioner", id: "pra_4Gd8sWq2Lx" },
          field: "phones",
          operation: { op: "add", element: { number: "(415) 555-0142", label: "Front desk" } },
          evidence: { reason: "The practice called", source: "Front desk, Harbour Row", verifiedOn: "2026-11-27" },
        },
        {
          record: { type: "schedule", id: "sch_9Kf2mTz7Qe" },
          field: "acceptedInsurances",
          operation: { op: "remove", element: "ins_3Vb6nRw8Yp" },
          policy: "follow",
        },
      ],
    },
  ],
});
export type StageChangesInput = z.input<typeof StageChangesInput>;

/** A change, and the index version in which it is to be staged. */
export const PlacedChange = StageChange.extend({ indexId: IndexId });

/** Changes to stage together in any number of index versions, into one change set: all or none. */
export const StageInSetInput = z
  .strictObject({ changes: z.array(PlacedChange).min(1).max(maxStagedAtOnce) })
  .meta({ id: "StageInSetInput" });
export type StageInSetInput = z.input<typeof StageInSetInput>;

/** One staging to be undone: what it staged is discarded, and what it replaced is restored, or nothing happens. */
export const UndoStagingInput = z
  .strictObject({
    staged: z
      .array(ChangeId)
      .max(maxStagedAtOnce)
      .describe("The drafts to discard. If one of them is no longer there, it is refused"),
    replaced: z
      .array(
        PlacedChange.extend({
          id: ChangeId.optional().describe(
            "The id that it had: with it, it is restored under whoever had staged it, if the caller discarded or replaced it",
          ),
        }),
      )
      .max(maxStagedAtOnce)
      .describe("The drafts to stage again, oldest first"),
  })
  .meta({ id: "UndoStagingInput" });
export type UndoStagingInput = z.input<typeof UndoStagingInput>;

/** How a person settles an unknown change: `read` lets the service's answer decide. */
export const SettleChangeInput = z
  .strictObject({
    as: z.enum(["read", "applied", "not applied"]),
    recordId: RecordId.optional().describe(
      "The id that the service assigned; required when a creation is settled as applied",
    ),
    sendAgain: z
      .boolean()
      .default(false)
      .describe("With `not applied`: send the same change once more, in place of this one"),
  })
  .meta({ id: "SettleChangeInput" });
export type SettleChangeInput = z.input<typeof SettleChangeInput>;

export const Decision = z.enum([
  "keep ours",
  "take base",
  "reset to base",
  "remove override",
  "accept",
  "restore",
  "pin value",
  "pin",
  "follow",
]);
export type Decision = z.infer<typeof Decision>;

/** A value that is decided about, with what was shown of it. */
const DecidedValue = z
  .strictObject({
    record: RecordKey,
    field: FieldKey,
    element: z.string().max(600).optional().describe("Empty for whether there is a list at all"),
    seen: Seen.optional().describe(
      "The value that was shown. If it has changed, nothing is decided and the answer is `moved_since_seen`. If omitted, the record is read for this request, of at most 200 records",
    ),
    seenDrafts: SeenDrafts,
  })
  .meta({ id: "DecidedValue" });

/**
 * A person's decision about verdicts or flags: about one value, or about all in `of` as one act. `keep ours` and `accept` send
 * nothing; the others stage or withdraw changes.
 */
export const DecideInput = z
  .strictObject({
    ...DecidedValue.partial().shape,
    of: z
      .array(DecidedValue)
      .min(1)
      .max(maxStagedAtOnce)
      .optional()
      .describe(
        "Values of any records of the index, in place of `record` and what goes with it. All are decided or none: a refusal names each that stands against it",
      ),
    decision: Decision,
    evidence: Evidence.nullable().default(null),
    changeSetId: ChangeSetId.optional().describe("The draft to stage into; the caller's own of the index if omitted"),
  })
  .refine(
    ({ of, record, field, element, seen, seenDrafts }) =>
      of === undefined
        ? record !== undefined && field !== undefined
        : [record, field, element, seen, seenDrafts].every((part) => part === undefined),
    "must have either record and field, or of",
  )
  .meta({ id: "DecideInput" });
export type DecideInput = z.input<typeof DecideInput>;

export const DecisionId = z.string().max(100).describe("The id of the decision in the journal");

/** A decision that took effect at once, and was not undone. */
export const PastDecision = z
  .strictObject({
    record: RecordKey,
    field: FieldKey,
    element: z.string().nullable(),
    decision: z.enum(["keep ours", "accept"]),
    at: Timestamp,
    by: Actor,
    reason: z.string().nullable(),
  })
  .meta({ id: "PastDecision" });
export type PastDecision = z.infer<typeof PastDecision>;

export const Decided = z
  .strictObject({
    outcome: z
      .enum(["done", "staged", "withdrawn", "asked", "undone"])
      .describe("`asked`: the changes are as they were, until enough people have confirmed that they are taken back"),
    changes: z.array(Change).describe("At most 200 of them"),
    changeIds: z.array(ChangeId).describe("All of them"),
    changeSetId: ChangeSetId.nullable().describe("The draft that they were staged into"),
    replaced: z.array(Change).describe("The caller's own drafts that it took the place of, as they were"),
    note: z.string().nullable().describe("A hint for the person, such as that the value is now different from base"),
    undo: z
      .strictObject({ decisionId: DecisionId, until: Timestamp })
      .nullable()
      .describe("How long it can be undone as a whole, if it took effect at once: keep ours and accept"),
  })
  .meta({ id: "Decided" });
export type Decided = z.infer<typeof Decided>;

/** Until which day overrides hold, in place of what was said before; of one or of many as one act. */
export const SetUntilInput = z
  .strictObject({
    changeIds: z.array(ChangeId).min(1).max(maxStagedAtOnce).describe("The changes that decide the overrides"),
    until: Day.nullable().describe("Today or later; null for no end"),
    reason: trimmedText().min(1).max(maxLength.reason).optional(),
  })
  .meta({ id: "SetUntilInput" });
export type SetUntilInput = z.infer<typeof SetUntilInput>;
export const UntilSet = z.strictObject({ changeIds: z.array(ChangeId) }).meta({ id: "UntilSet" });
export type UntilSet = z.infer<typeof UntilSet>;

/** Derived from approved changes and always recomputable from them; one for each change that decides something. */
export const Override = z
  .strictObject({
    indexId: IndexId,
    record: RecordKey,
    recordName: z.string().nullable(),
    practitionerId: z.string().nullable().describe("The practitioner itself, or the one of the schedule"),
    field: FieldKey.nullable(),
    kind: FieldKind.nullable(),
    elements: z
      .array(z.string())
      .describe("The elements of a set or phones that it decides; empty for the whole field"),
    change: Change,
    base: Reading.nullable().describe("The value of the standard index as last read; null if it was not read"),
    policy: Policy,
    reviewBy: Day.nullable(),
    compared: z
      .strictObject({ presence: RecordComparison.shape.presence, field: FieldComparison })
      .nullable()
      .optional()
      .describe("With `with=comparison`: its field as last read, compared; null for a whole record, or a lost field"),
    until: Day.nullable().describe("Its last day, as was said last; null where it has no end"),
    hasEnded: z.boolean().describe("Whether that day has passed, so that somebody is to end it or to keep it"),
  })
  .meta({ id: "Override" });
export type Override = z.infer<typeof Override>;

export const OverrideQuery = PageQuery.extend({
  q: z
    .string()
    .max(maxLength.search)
    .optional()
    .describe("Search text for the name and id of its record, its member and its evidence"),
  with: z.enum(["comparison"]).optional().describe("What each override has besides"),
  state: z
    .enum(["applied", "held", "unknown", "sending", "deferred", "ended"])
    .optional()
    .describe("`ended`: in any state, where its last day has passed"),
});
export type OverrideQuery = z.infer<typeof OverrideQuery>;
export const OverrideExportQuery = OverrideQuery.omit({ cursor: true, limit: true, with: true }).extend({
  format: ExportFormat,
});
export const ChangeExportQuery = z.strictObject({ format: DifferenceFormat });
export const ChangePatch = RecordPatch.extend({ indexId: IndexId, indexName: z.string() }).meta({ id: "ChangePatch" });
export const OverridePage = pageOf(Override).meta({ id: "OverridePage" });
export type OverridePage = z.infer<typeof OverridePage>;
