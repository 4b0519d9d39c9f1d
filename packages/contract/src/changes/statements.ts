import { z } from "zod";
import { ChangeSetId, Phone, PlacedChange } from "./changes.ts";
import { Flag, Reading, Verdict } from "#/records/comparison.ts";
import { Actor, FieldKey, IndexId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { Json } from "#/json.ts";
import { maxLength, maxStatementFacts, maxStatementIds, maxStatementPlaces } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { Plan } from "#/connections/plans.ts";
import { PractitionerQuery } from "#/records/practitioners.ts";
import { trimmedText } from "#/trimmed-text.ts";

const asItStands = z
  .boolean()
  .optional()
  .describe(
    "True where a person confirmed it: a number that is not a possible one, or a plan that the catalogue lacks",
  );
const EntryOfNumber = Phone.describe(
  "The entries of this number and extension; with a label, those alone that have it",
);

/** One thing that somebody said. */
export const StatementFact = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("phone"),
      number: Phone.describe("The new number; without a label, each entry keeps its own"),
      insteadOf: EntryOfNumber,
      asItStands,
    }),
    z.strictObject({ kind: z.literal("further phone"), number: Phone, asItStands }),
    z.strictObject({ kind: z.literal("phone gone"), number: EntryOfNumber }),
    z.strictObject({
      kind: z.literal("plan"),
      planId: trimmedText().min(1).max(200),
      accepted: z.boolean().describe("Whether schedules accept it from now on, or no longer"),
      asItStands,
    }),
    z.strictObject({
      kind: z.literal("value"),
      recordType: z.string().min(1).max(64).default("practitioner"),
      field: FieldKey.describe("A meaning of the record type that has one value, such as `displayName`"),
      value: Json,
    }),
    z
      .strictObject({ kind: z.literal("right") })
      .describe("All of a record is right as it stands: what is taken is verified, and nothing of it changes"),
  ])
  .meta({ id: "StatementFact" });
export type StatementFact = z.infer<typeof StatementFact>;

/**
 * What a statement is about. A practitioner who is named takes part with all schedules; a schedule that is named, by itself or
 * by its place, takes part alone, with its practitioner.
 */
export const StatementScope = z
  .strictObject({
    practitionerIds: z.array(RecordId).max(maxStatementIds).optional(),
    scheduleIds: z.array(RecordId).max(maxStatementIds).optional(),
    places: z
      .array(trimmedText().min(1).max(maxLength.name))
      .max(50)
      .optional()
      .describe(
        "Names of places. A schedule is at a place if it, or a record that it refers to, is called so by the standard index or by that directory",
      ),
    q: trimmedText()
      .min(1)
      .max(maxLength.search)
      .optional()
      .describe(
        "Finds practitioners by their name, id or phone number, and schedules by theirs, or by those of their place; else what the service finds by it",
      ),
    indexIds: z.array(IndexId).min(1).max(1000).optional().describe("All directories if omitted"),
    referrerIds: z.array(z.string().min(1).max(64)).min(1).max(1000).optional(),
  })
  .refine(({ practitionerIds = [], scheduleIds = [], places = [], q }) => {
    return practitionerIds.length + scheduleIds.length + places.length > 0 || q !== undefined;
  }, "must name practitioners, schedules or places")
  .meta({ id: "StatementScope" });
export type StatementScope = z.infer<typeof StatementScope>;

export const StatementPreviewInput = z
  .strictObject({
    scope: StatementScope,
    facts: z.array(StatementFact).min(1).max(maxStatementFacts),
    cursor: PageQuery.shape.cursor,
    limit: z.int().min(1).max(maxStatementPlaces).default(maxStatementPlaces),
    maxAge: z
      .int()
      .min(0)
      .max(31_536_000)
      .default(31_536_000)
      .describe(PractitionerQuery.shape.maxAge.description ?? ""),
  })
  .meta({ id: "StatementPreviewInput" });
export type StatementPreviewInput = z.input<typeof StatementPreviewInput>;

/** Why a fact is not taken over by itself. */
export const LeftOut = z.enum([
  "says so already",
  "elsewhere",
  "in your draft",
  "in a draft",
  "ours",
  "outside",
  "conflict",
  "differs",
  "other extension",
  "other label",
  "lists both",
  "said otherwise",
  "also elsewhere",
  "not there",
  "not read",
  "not read since",
  "no schedule known",
  "not writable",
  "unsettled",
]);
export type LeftOut = z.infer<typeof LeftOut>;

/** What one record says about one fact, and the change that would make it say so. */
export const StatementFinding = z
  .strictObject({
    fact: z.int().describe("The position of the fact in the statement"),
    record: RecordKey,
    recordName: z.string().nullable(),
    place: z.string().nullable().describe("Where the schedule is; null for records that are no schedules"),
    elsewhere: z
      .array(z.string())
      .describe("The other places where the practitioner works by this directory, of which nothing was said"),
    field: FieldKey.nullable(),
    standard: Reading.nullable().describe("What the standard index says now; null if it was not read"),
    now: Reading.nullable().describe("What the directory says now; null if it was not read"),
    preview: Reading.nullable().describe("What it will say with what is staged; null where nothing is"),
    verdict: Verdict.nullable(),
    flags: z.array(Flag),
    draft: z
      .strictObject({ changeSetId: ChangeSetId, by: Actor })
      .nullable()
      .describe("The draft or review that changes it already"),
    fetchedAt: Timestamp.nullable(),
    ticked: z.boolean().describe("Whether it is taken over unless somebody says otherwise"),
    leftOut: LeftOut.nullable(),
    change: PlacedChange.nullable().describe(
      "What to stage, with the values that were shown; null if there is nothing",
    ),
    keepingExtension: PlacedChange.nullable().describe(
      "The same for a number with another extension: the new number with the extension that the entry has",
    ),
    says: z
      .string()
      .nullable()
      .describe("Of a fact `right`: a hash of what the record says, to verify it with; null if it cannot be"),
  })
  .meta({ id: "StatementFinding" });
export type StatementFinding = z.infer<typeof StatementFinding>;

/** A practitioner in one directory, with what is found of each fact. */
export const StatementPlace = z
  .strictObject({
    practitioner: z.strictObject({ id: RecordId, name: z.string().nullable() }),
    index: z.strictObject({ id: IndexId, name: z.string(), referrer: z.string().nullable() }),
    schedules: z.int().describe("How many schedules of the practitioner the directory knows"),
    fetchedAt: Timestamp.nullable().describe("When the oldest of its readings was made"),
    stale: z.boolean(),
    says: z
      .string()
      .nullable()
      .describe(
        "A hash of what the directory says of the practitioner, their schedules and what these share; null where nothing was compared yet",
      ),
    findings: z.array(StatementFinding),
  })
  .meta({ id: "StatementPlace" });
export type StatementPlace = z.infer<typeof StatementPlace>;

const NotSought = z
  .string()
  .nullable()
  .describe("Why the service was not asked for a text that no roster has; null where it was, or has no look-up for it");

/** Where a statement applies, by practitioner and then by directory. */
export const StatementPreview = pageOf(StatementPlace)
  .extend({
    plans: z.array(Plan).describe("The plans of the statement"),
    unknownIds: z.array(RecordId).describe("Ids of the scope that are on no roster; on the first page only"),
    notSought: NotSought,
  })
  .meta({ id: "StatementPreview" });
export type StatementPreview = z.infer<typeof StatementPreview>;

export const PlaceQuery = z.strictObject({
  q: trimmedText().min(1).max(maxLength.name).describe("A part of the name of a place"),
});

/** Places whose name has a text, at most eight. */
export const PlaceList = z
  .strictObject({
    items: z.array(
      z.strictObject({
        name: z.string(),
        schedules: z.int().describe("How many schedules are there by any directory"),
      }),
    ),
    more: z.int().describe("How many further places have it in their name, and are not listed"),
  })
  .meta({ id: "PlaceList" });
export type PlaceList = z.infer<typeof PlaceList>;

export const NamedInListInput = z
  .strictObject({
    text: z.string().max(200_000).describe("A line or a tab-separated cell for each id, name or number"),
  })
  .meta({ id: "NamedInListInput" });

/** The practitioners and schedules that a pasted list means, line by line. */
export const NamedInList = z
  .strictObject({
    lines: z.array(
      z.strictObject({
        text: z.string(),
        isId: z.boolean().describe("Whether it is the id of what was found; a name is for a person to confirm"),
        found: z.array(
          z.strictObject({
            record: RecordKey,
            name: z.string().nullable(),
            of: z.string().nullable().describe("The practitioner of a schedule"),
          }),
        ),
        more: z.int().describe("How many further ones the text finds, and are not listed"),
        notSought: NotSought,
      }),
    ),
  })
  .meta({ id: "NamedInList" });
export type NamedInList = z.infer<typeof NamedInList>;

/** The practitioners in directories whom a statement reaches, at most 10,000 by name, and how many there are. */
export const StatementReach = z
  .strictObject({
    items: z.array(
      z.strictObject({
        practitioner: StatementPlace.shape.practitioner,
        index: StatementPlace.shape.index,
        schedules: StatementPlace.shape.schedules,
        says: StatementPlace.shape.says,
      }),
    ),
    total: z.int().describe("How many there are, with those that are not named"),
  })
  .meta({ id: "StatementReach" });
export type StatementReach = z.infer<typeof StatementReach>;

export const KeepStatementInput = z
  .strictObject({ content: Json.describe("What the caller typed and ticked, as the caller's own program reads it") })
  .meta({ id: "KeepStatementInput" });

/** The statement that a person began and did not stage; kept for 30 days. */
export const KeptStatement = z
  .strictObject({ content: Json.describe("Null if there is none"), keptAt: Timestamp.nullable() })
  .meta({ id: "KeptStatement" });
export type KeptStatement = z.infer<typeof KeptStatement>;

export { maxStatementReach } from "#/limits.ts";
