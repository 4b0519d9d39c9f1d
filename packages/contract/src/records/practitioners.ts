import { z } from "zod";
import { Bookable } from "./bookable.ts";
import { Change, ChangeSetId, PastDecision } from "#/changes/changes.ts";
import { FieldComparison, RecordComparison } from "./comparison.ts";
import { DifferenceFormat } from "#/export-format.ts";
import { ServiceWords } from "#/errors.ts";
import { Actor, FieldKey, IndexId, RecordId, RecordKey, RecordType, Timestamp } from "#/ids.ts";
import { Plan } from "#/connections/plans.ts";
import { VerifiedEntry } from "./verifications.ts";
import { maxLength } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { trimmedText } from "#/trimmed-text.ts";

export const PractitionerQuery = z.strictObject({
  against: IndexId.optional().describe("The standard index if omitted"),
  maxAge: z.coerce
    .number()
    .int()
    .min(0)
    .max(31_536_000)
    .default(60)
    .describe("The age in seconds above which a record is read again; 0 reads it now"),
  raw: z.enum(["0", "1"]).default("0").describe("1 adds the raw records"),
});
export type PractitionerQuery = z.input<typeof PractitionerQuery>;

/** What a directory says, field by field, of all records on its roster, or of one practitioner's. */
export const ComparisonExportQuery = z.strictObject({
  format: DifferenceFormat,
  practitionerId: RecordId.optional().describe("Everybody on the roster if omitted"),
  only: z
    .enum(["all", "differences"])
    .default("all")
    .describe("`differences`: what is not simply as in the standard index"),
});

export const ExportedComparison = RecordComparison.extend({
  name: z.string().nullable(),
  practitionerId: RecordId.nullable().describe("The practitioner itself, or the one of the schedule"),
}).meta({ id: "ExportedComparison" });

/** What of a directory waits for a decision. */
export const UndecidedQuery = PageQuery.extend({
  only: z
    .enum(["conflict", "moved", "outside", "base moved"])
    .optional()
    .describe("`moved`: the standard index moved (`base moved`), or the index changed `outside`. All if omitted"),
  practitionerId: RecordId.optional().describe("Its own records alone; those of everybody if omitted"),
});
export type UndecidedQuery = z.infer<typeof UndecidedQuery>;

/** A record with its fields of which something waits for a decision, by kept readings; of their parts those alone. */
export const UndecidedRecord = z
  .strictObject({
    record: RecordKey,
    name: z.string().nullable(),
    practitioner: z
      .strictObject({ id: RecordId, name: z.string().nullable() })
      .nullable()
      .describe("The practitioner itself, or the one of the schedule; null for what several share"),
    presence: RecordComparison.shape.presence,
    fields: z.array(FieldComparison),
  })
  .meta({ id: "UndecidedRecord" });
export type UndecidedRecord = z.infer<typeof UndecidedRecord>;

export const UndecidedPage = pageOf(UndecidedRecord)
  .extend({
    plans: z.array(Plan).describe("The plans of every plan id in this answer"),
    members: z
      .array(z.strictObject({ record: RecordKey, name: z.string().nullable() }))
      .describe("The records that sets and references in this answer name by their ids, apart from plans"),
  })
  .meta({ id: "UndecidedPage" });
export type UndecidedPage = z.infer<typeof UndecidedPage>;

/** How a record was read in one index. `failed` says why the last attempt failed, beside the stored reading. */
export const ReadingInfo = z
  .strictObject({
    indexId: IndexId,
    state: z.enum(["found", "missing", "not read"]),
    fetchedAt: Timestamp.nullable(),
    stale: z.boolean(),
    contentHash: z.string().nullable(),
    status: z.int().nullable(),
    durationMs: z.number().nullable(),
    requestId: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    curl: z.string().describe("The same request as a command, with a placeholder for the key"),
    failed: z.strictObject({ code: z.string(), detail: z.string(), words: ServiceWords.nullable() }).nullable(),
  })
  .meta({ id: "ReadingInfo" });
export type ReadingInfo = z.infer<typeof ReadingInfo>;

/** One record in an index, compared with the other index. */
export const RecordView = z
  .strictObject({
    record: RecordKey,
    name: z.string().nullable(),
    bookable: Bookable.nullable().describe(
      "Whether it can be booked in this index, by what the record says itself; null where it or the profile does not say",
    ),
    comparison: RecordComparison,
    lost: z
      .array(FieldKey)
      .describe("Fields with overrides or drafts that the service profile no longer has; they are not read"),
    here: ReadingInfo,
    against: ReadingInfo,
    original: z.strictObject({ fetchedAt: Timestamp, provenance: z.enum(["observed", "presumed"]) }).nullable(),
    raw: z
      .strictObject({
        here: z.string().nullable(),
        effective: z.string().nullable().describe("The record as the gateway serves it"),
        against: z.string().nullable(),
        ignored: z.array(z.string()).describe("Pointers that the profile leaves out of verdicts"),
      })
      .nullable(),
  })
  .meta({ id: "RecordView" });
export type RecordView = z.infer<typeof RecordView>;

/** A record that others refer to for some of their values, with everybody on the roster whom a change of it affects. */
export const RelatedRecord = RecordView.extend({
  holds: z
    .array(z.strictObject({ type: RecordType, field: FieldKey, as: FieldKey }))
    .describe("The fields of practitioners or schedules whose values this record holds, and their names"),
  usedBy: z
    .array(
      z.strictObject({
        record: RecordKey,
        name: z.string().nullable(),
        practitioner: z.strictObject({ id: RecordId, name: z.string().nullable() }).nullable(),
      }),
    )
    .describe("At most 50 of them, by name"),
  usedByTotal: z.int(),
}).meta({ id: "RelatedRecord" });
export type RelatedRecord = z.infer<typeof RelatedRecord>;

export const RecordChoiceQuery = z.strictObject({
  q: trimmedText().max(maxLength.search).default("").describe("A part of a name, or an id, which is then read"),
});
export type RecordChoiceQuery = z.infer<typeof RecordChoiceQuery>;

/** The records of a type that a reference or a set of ids can name. */
export const RecordChoices = z
  .strictObject({
    items: z.array(z.strictObject({ id: RecordId, name: z.string().nullable() })).describe("At most 50, by name"),
    more: z.boolean().describe("Whether there are more than these"),
    from: z
      .enum(["list", "look-up", "known"])
      .describe("Listed by the service, looked up in it by the text, or known here from earlier readings"),
    failure: z.string().nullable().describe("Why the service could not be asked"),
  })
  .meta({ id: "RecordChoices" });
export type RecordChoices = z.infer<typeof RecordChoices>;

/** A practitioner with its known schedules in an index, against the standard index or another one. */
export const PractitionerView = z
  .strictObject({
    index: z.strictObject({ id: IndexId, name: z.string(), readOnly: z.boolean() }),
    against: z.strictObject({ id: IndexId, name: z.string() }),
    practitioner: RecordView,
    schedules: z.array(RecordView),
    related: z
      .array(RelatedRecord)
      .describe(
        "Records that the practitioner or its schedules refer to for some of their values, such as a place with the phones",
      ),
    roster: z
      .strictObject({
        position: z.int(),
        total: z.int(),
        previousId: RecordId.nullable(),
        nextId: RecordId.nullable(),
        source: z.string(),
        addedAt: Timestamp,
        addedBy: z.string(),
      })
      .nullable()
      .describe("Null when the practitioner is not on this roster"),
    verified: VerifiedEntry.nullable().describe("Until when it is verified here; null when it is not on this roster"),
    plans: z.array(Plan).describe("The plans of every plan id in this answer"),
    members: z
      .array(z.strictObject({ record: RecordKey, name: z.string().nullable() }))
      .describe(
        "The records that sets and references in this answer name by their ids, apart from plans, with their names",
      ),
    changes: z.array(Change).describe("Live changes and drafts on these records, with evidence"),
    withdrawn: z
      .array(z.strictObject({ change: Change, at: Timestamp, by: Actor.describe("Who withdrew it") }))
      .describe("The last 50 withdrawn changes on these records, newest first"),
    decisions: z
      .array(PastDecision)
      .describe("The last 50 decisions about these records that kept ours or accepted an outside value, newest first"),
    draft: z
      .strictObject({
        changeSetId: ChangeSetId,
        name: z.string(),
        isNamed: z.boolean(),
        contents: z.string().describe("What the whole draft changes, counted"),
        changes: z.int(),
        version: z.int(),
      })
      .nullable(),
  })
  .meta({ id: "PractitionerView" });
export type PractitionerView = z.infer<typeof PractitionerView>;
