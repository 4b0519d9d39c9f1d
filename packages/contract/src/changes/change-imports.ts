import { z } from "zod";
import { Evidence } from "./evidence.ts";
import { FieldKey, IndexId, RecordId, RecordKey, RecordType, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { ListColumnUse, SheetContent, SheetReading, SheetTextInput } from "#/sheet-text.ts";
import { trimmedText } from "#/trimmed-text.ts";

/**
 * What a column says. `value` is of the field that the column `field` names, or of the field that is given here; of phones
 * with a label, of the entry with it. `accepted` says whether the plan is in; without it every plan is.
 */
export const ColumnUse = z
  .discriminatedUnion("use", [
    z.strictObject({
      use: z.enum([
        "nothing",
        "directory",
        "practitioner",
        "schedule",
        "recordType",
        "recordId",
        "field",
        "entry",
        "value",
        "extension",
        "label",
        "plan",
        "accepted",
        "reason",
        "source",
        "verifiedOn",
        "reviewBy",
        "from",
        "until",
      ]),
    }),
    z.strictObject({
      use: z.literal("valueOf"),
      recordType: RecordType,
      field: FieldKey,
      label: trimmedText().min(1).max(maxLength.phoneLabel).nullable().default(null),
    }),
  ])
  .meta({ id: "ColumnUse" });
export type ColumnUse = z.infer<typeof ColumnUse>;

/** What columns with these headings say, for all later files of the connection that have them. */
const headings = z.array(z.string().max(maxLength.search)).min(1).max(200).describe("In the order of the columns");
export const ColumnMapping = z
  .discriminatedUnion("of", [
    z.strictObject({
      of: z.literal("overrides").optional(),
      headings,
      columns: z.array(ColumnUse).min(1).max(200),
    }),
    z.strictObject({ of: SheetTextInput.shape.of.unwrap(), headings, columns: z.array(ListColumnUse).min(1).max(200) }),
  ])
  .meta({ id: "ColumnMapping" });
export type ColumnMapping = z.infer<typeof ColumnMapping>;

/** A file of overrides: CSV, or a workbook. */
export const ChangeImportInput = z
  .strictObject({
    fileName: z.string().min(1).max(maxLength.name),
    content: SheetContent,
    reading: SheetReading.prefault({}),
    columns: z
      .array(ColumnUse)
      .max(200)
      .optional()
      .describe("By position. If omitted, as columns with these headings were mapped, else by what they are called"),
    indexId: IndexId.optional().describe("The directory of rows that name none"),
    plansOn: z
      .enum(["named", "all"])
      .default("named")
      .describe("On which schedules plans are: those that the row names, or all of its practitioner"),
  })
  .meta({ id: "ChangeImportInput" });
export type ChangeImportInput = z.input<typeof ChangeImportInput>;

export const ImportedCellState = z.enum([
  "new",
  "change",
  "same",
  "staged",
  "against ours",
  "contradicts",
  "not found",
  "ambiguous",
  "impossible",
]);
export type ImportedCellState = z.infer<typeof ImportedCellState>;

/** What one cell of a sheet would change. */
export const ImportedCell = z
  .strictObject({
    row: z.int(),
    column: z.int().nullable().describe("Its position from 0; null for the row as a whole"),
    indexId: IndexId.nullable(),
    record: RecordKey.nullable(),
    recordName: z.string().nullable(),
    field: FieldKey.nullable(),
    entry: z.string().nullable().describe("The entry of a list that it is about"),
    says: z.string().describe("What the sheet says"),
    now: z.string().nullable().describe("What the directory says, held changes included"),
    state: ImportedCellState,
    why: z.string().nullable().describe("What is wrong, and what would be right; of what is staged, where"),
    isAsBefore: z
      .boolean()
      .describe("Whether the file that is told by `before` had it, with the same outcome; false where there is none"),
  })
  .meta({ id: "ImportedCell" });
export type ImportedCell = z.infer<typeof ImportedCell>;

const ImportedCounts = z.strictObject({
  new: z.int(),
  change: z.int(),
  same: z.int(),
  staged: z.int().describe("In a change set of the caller's that is not live yet"),
  "against ours": z.int(),
  contradicts: z.int(),
  "not found": z.int(),
  ambiguous: z.int(),
  impossible: z.int(),
});

/** What several practitioners, or several schedules of one, are called in a sheet. */
export const SheetName = z
  .strictObject({
    indexId: IndexId,
    texts: z.array(z.string()).min(1).describe("As it is spelled in the sheet, at most 50; all mean the same one"),
    practitionerId: RecordId.nullable().describe("Whose schedules it may mean; null where it may mean practitioners"),
    rows: z.int().describe("In how many rows nothing else tells which one is meant"),
    chosen: RecordKey.nullable().describe("The one that was chosen, for this sheet, an earlier one, or a roster"),
    choices: z.array(
      z.strictObject({
        record: RecordKey,
        name: z.string().nullable(),
        detail: z.string().describe("Where one finds them: places and phone numbers; may be empty"),
      }),
    ),
  })
  .meta({ id: "SheetName" });
export type SheetName = z.infer<typeof SheetName>;

/** Which one a text of sheets means in a directory; null forgets it. */
export const NameChoiceInput = z
  .strictObject({
    text: trimmedText().min(1).max(maxLength.search),
    practitionerId: SheetName.shape.practitionerId.default(null),
    record: RecordKey.nullable(),
  })
  .meta({
    id: "NameChoiceInput",
    examples: [{ text: "Anna Meyer", record: { type: "practitioner", id: "k3v9t2ma81" } }],
  });
export type NameChoiceInput = z.input<typeof NameChoiceInput>;

export const ChangeImportPreview = z
  .strictObject({
    sheets: z.array(z.string()).describe("Of a workbook"),
    reading: z.strictObject({
      sheet: z.string().nullable(),
      encoding: SheetReading.shape.encoding.unwrap().nullable(),
      separator: SheetReading.shape.separator.unwrap().nullable(),
      headingRow: z.int(),
    }),
    columns: z.array(z.strictObject({ heading: z.string(), use: ColumnUse })),
    columnsFrom: z
      .enum(["request", "mapping", "headings"])
      .describe(
        "Whether the uses of the columns were given, kept for these headings, or found by what they are called",
      ),
    rows: z.int(),
    counts: ImportedCounts,
    rowsWithoutReason: z
      .int()
      .describe(
        "Rows that change something, give a source or days and no reason: they need that of the import. What is against ours is not counted, since it is left out until it is chosen",
      ),
    before: z
      .strictObject({
        fileName: z.string(),
        previewedAt: Timestamp,
        counts: ImportedCounts.describe("Of what differs"),
      })
      .nullable()
      .describe(
        "The file with the same headings that the caller previewed before this one, within 30 days; null where there is none, and of more than 100,000 cells",
      ),
    items: z
      .array(ImportedCell)
      .describe(
        "In the order of the sheet: those that change something or have an error, and some that are the same. Where not all are listed, errors and what is against ours are before other changes, and what differs from `before` is before the rest",
      ),
    more: z.int().describe("How many are not listed"),
    names: z
      .array(SheetName)
      .describe("What several are called, in the order of the sheet: at most 200, with at most 20 choices each"),
    sheetRows: z
      .array(z.strictObject({ row: z.int(), texts: z.array(z.string()) }))
      .describe(
        "What stands in the rows of `items`, and in the first three, by column; a text of more than 200 characters is cut, and after four million in all a row has none",
      ),
    digest: z.string().describe("Names what was previewed, for what is staged of it"),
  })
  .meta({ id: "ChangeImportPreview" });
export type ChangeImportPreview = z.infer<typeof ChangeImportPreview>;

/** Stages what was previewed as one change set: what is new or changes something, and of what is against ours what is named. */
export const StageImportInput = ChangeImportInput.extend({
  digest: ChangeImportPreview.shape.digest,
  name: trimmedText().min(1).max(maxLength.name).optional().describe("The file's if omitted"),
  evidence: Evidence.nullable().default(null).describe("For each change whose row has none of its own"),
  againstOurs: z
    .array(z.strictObject({ row: z.int(), column: z.int() }))
    .max(10_000)
    .default([]),
}).meta({ id: "StageImportInput" });
export type StageImportInput = z.input<typeof StageImportInput>;

export { maxLength, maxSheetBytes, maxStagedAtOnce } from "#/limits.ts";
