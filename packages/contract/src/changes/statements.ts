import { z } from "zod";
import { Phone, PlacedChange } from "./changes.ts";
import { Flag, Reading, Verdict } from "#/records/comparison.ts";
import { FieldKey, IndexId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { maxLength, maxStatementFacts, maxStatementPlaces } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { Plan } from "#/connections/plans.ts";
import { PractitionerQuery } from "#/records/practitioners.ts";
import { trimmedText } from "#/trimmed-text.ts";

const PhoneNumber = Phone.omit({ label: true });

/** One thing that somebody said. */
export const StatementFact = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("phone"), number: PhoneNumber, insteadOf: PhoneNumber }),
    z.strictObject({
      kind: z.literal("plan"),
      planId: trimmedText().min(1).max(200),
      accepted: z.boolean().describe("Whether schedules accept it from now on, or no longer"),
    }),
    z.strictObject({
      kind: z.literal("name"),
      field: FieldKey.describe("A meaning of practitioners whose value is a text, such as `displayName`"),
      value: trimmedText().min(1, "must not be empty").max(maxLength.name),
    }),
  ])
  .meta({ id: "StatementFact" });
export type StatementFact = z.infer<typeof StatementFact>;

/** Whom a statement is about: practitioners by id, and those whom a text finds; in which directories. */
export const StatementScope = z
  .strictObject({
    practitionerIds: z.array(RecordId).max(500).optional(),
    q: trimmedText()
      .min(1)
      .max(maxLength.search)
      .optional()
      .describe(
        "Finds practitioners by their name, id or phone number, and by the name or id of a schedule or of another record of the roster",
      ),
    indexIds: z.array(IndexId).min(1).max(1000).optional().describe("All directories if omitted"),
    referrerIds: z.array(z.string().min(1).max(64)).min(1).max(1000).optional(),
  })
  .refine(({ practitionerIds, q }) => (practitionerIds?.length ?? 0) > 0 || q !== undefined, {
    message: "must name practitioners by practitionerIds, q or both",
  })
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

/** Why a fact is not taken over in a place by itself. */
export const LeftOut = z.enum([
  "says so already",
  "ours",
  "outside",
  "conflict",
  "differs",
  "other extension",
  "not there",
  "not read",
  "no schedule known",
  "not writable",
]);
export type LeftOut = z.infer<typeof LeftOut>;

/** What one record says about one fact, and the change that would make it say so. */
export const StatementFinding = z
  .strictObject({
    fact: z.int().describe("The position of the fact in the statement"),
    record: RecordKey,
    recordName: z.string().nullable(),
    field: FieldKey.nullable(),
    standard: Reading.nullable().describe("What the standard index says now; null if it was not read"),
    now: Reading.nullable().describe("What the directory says now; null if it was not read"),
    verdict: Verdict.nullable(),
    flags: z.array(Flag),
    isStaged: z.boolean().describe("Whether a draft changes it"),
    fetchedAt: Timestamp.nullable(),
    ticked: z.boolean().describe("Whether it is taken over unless somebody says otherwise"),
    leftOut: LeftOut.nullable(),
    change: PlacedChange.nullable().describe(
      "What to stage, with the values that were shown; null if there is nothing",
    ),
    keepingExtension: PlacedChange.nullable().describe(
      "The same for a number with another extension: the new number with the extension that the entry has",
    ),
  })
  .meta({ id: "StatementFinding" });
export type StatementFinding = z.infer<typeof StatementFinding>;

/** A practitioner in one directory, with what is found of each fact. */
export const StatementPlace = z
  .strictObject({
    practitioner: z.strictObject({ id: RecordId, name: z.string().nullable() }),
    index: z.strictObject({ id: IndexId, name: z.string(), referrer: z.string().nullable() }),
    fetchedAt: Timestamp.nullable().describe("When the oldest of its readings was made"),
    stale: z.boolean(),
    findings: z.array(StatementFinding),
  })
  .meta({ id: "StatementPlace" });
export type StatementPlace = z.infer<typeof StatementPlace>;

/** Where a statement applies, by practitioner and then by directory. */
export const StatementPreview = pageOf(StatementPlace)
  .extend({
    plans: z.array(Plan).describe("The plans of the statement"),
    unknownIds: z.array(RecordId).describe("Ids of the scope that are on no roster; on the first page only"),
  })
  .meta({ id: "StatementPreview" });
export type StatementPreview = z.infer<typeof StatementPreview>;
