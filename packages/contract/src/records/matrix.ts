import { z } from "zod";
import { FieldComparison, RecordComparison } from "./comparison.ts";
import { FieldKey, IndexId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { maxColumns } from "#/limits.ts";
import { PageQuery, pageOf } from "#/page.ts";
import { Plan } from "#/connections/plans.ts";
import { PractitionerQuery } from "./practitioners.ts";

export const MatrixQuery = PageQuery.extend({
  limit: z.coerce.number().int().min(1).max(maxColumns).default(maxColumns).describe("How many directories at most"),
  maxAge: PractitionerQuery.shape.maxAge.describe(
    "The age in seconds above which a record is read again, as of the first page; 0 reads all of them now",
  ),
});
export type MatrixQuery = z.input<typeof MatrixQuery>;

/** A record of the practitioner in one index, with what stands out: every other field or part is as in the standard index. */
export const MatrixRecord = z
  .strictObject({
    record: RecordKey,
    name: z.string().nullable(),
    onRoster: z.boolean(),
    presence: RecordComparison.shape.presence,
    fields: z.array(FieldComparison),
    lost: z.array(FieldKey).describe("Fields with overrides or drafts that the service profile no longer has"),
    fetchedAt: Timestamp.nullable(),
    stale: z.boolean(),
    failed: z.string().nullable().describe("Why the last attempt to read it failed, in a sentence"),
  })
  .meta({ id: "MatrixRecord" });
export type MatrixRecord = z.infer<typeof MatrixRecord>;

/** One directory: a column of the matrix. */
export const MatrixColumn = z
  .strictObject({
    index: z.strictObject({ id: IndexId, name: z.string(), referrer: z.string().nullable() }),
    records: z.array(MatrixRecord).describe("The practitioner, its schedules on this roster, then shared records"),
  })
  .meta({ id: "MatrixColumn" });
export type MatrixColumn = z.infer<typeof MatrixColumn>;

/** One practitioner in the directories whose rosters have them, by name. */
export const MatrixPage = pageOf(MatrixColumn)
  .extend({
    practitioner: z.strictObject({ id: RecordId, name: z.string().nullable() }),
    standard: z
      .array(MatrixRecord)
      .nullable()
      .describe("The records in the standard index, with all their fields; on the first page only"),
    plans: z.array(Plan).describe("The plans of every plan id in this answer"),
    members: z
      .array(z.strictObject({ record: RecordKey, name: z.string().nullable() }))
      .describe("The records that sets in this answer name by their ids, apart from plans, with their names"),
  })
  .meta({ id: "MatrixPage" });
export type MatrixPage = z.infer<typeof MatrixPage>;
