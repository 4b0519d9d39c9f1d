import { z } from "zod";
import { FieldKey } from "#/ids.ts";
import { maxLength, maxSheetBytes } from "#/limits.ts";

/** A file of CSV, or a workbook. */
export const SheetContent = z
  .base64()
  .min(1, "must not be empty")
  .describe(
    `The file in Base64: at most ${maxSheetBytes.toLocaleString("en")} bytes, 100,000 rows and 2,000,000 cells; what holds more is refused with 413`,
  );

/** How a file is read; what is left out is found. */
export const SheetReading = z.strictObject({
  sheet: z
    .string()
    .max(maxLength.name)
    .optional()
    .describe(
      "The name of a sheet of a workbook; if omitted, the first one whose headings are known, else the one that begins with the most cells",
    ),
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]).optional(),
  separator: z.enum([",", ";", "\t", "|"]).optional(),
  headingRow: z.int().min(1).max(1_000_000).optional().describe("The row that names the columns, from 1"),
});
export type SheetReading = z.infer<typeof SheetReading>;

/** What a column of a roster or of plan names says; with `lookUp`, the meaning by which the service finds records. */
export const ListColumnUse = z
  .strictObject({
    use: z.enum([
      "nothing",
      "practitioner",
      "schedule",
      "name",
      "place",
      "phone",
      "lookUp",
      "planId",
      "payer",
      "planName",
      "planKind",
    ]),
    by: FieldKey.nullable().default(null),
  })
  .meta({ id: "ListColumnUse" });
export type ListColumnUse = z.infer<typeof ListColumnUse>;

export const SheetTextInput = z
  .strictObject({
    content: SheetContent,
    reading: SheetReading.pick({ sheet: true, encoding: true, headingRow: true }).prefault({}),
    of: z.enum(["roster", "plans"]).optional().describe("What the text is of; its columns are told where it is given"),
    columns: z
      .array(ListColumnUse)
      .max(200)
      .optional()
      .describe(
        "By position, with `of`. If omitted, as columns with these headings were mapped; else the text is as it is",
      ),
  })
  .meta({ id: "SheetTextInput" });
export type SheetTextInput = z.input<typeof SheetTextInput>;

/** A file as the text that rosters and plan names are imported from. */
export const SheetText = z
  .strictObject({
    sheets: z.array(z.string()).describe("Of a workbook"),
    sheet: z.string().nullable(),
    encoding: SheetReading.shape.encoding.unwrap().nullable().describe("Null for a workbook"),
    text: z
      .string()
      .describe(
        "A text file as it is; a sheet as CSV, each row on the line of its number. Where its columns are mapped, CSV of those that are used, below the headings that an import knows",
      ),
    list: z
      .strictObject({
        headingRow: z.int(),
        columns: z.array(z.strictObject({ heading: z.string(), use: ListColumnUse, samples: z.array(z.string()) })),
        columnsFrom: z.enum(["request", "mapping", "headings"]),
      })
      .optional()
      .describe("What its columns say, with `of`; as in a preview of overrides"),
  })
  .meta({ id: "SheetText" });
export type SheetText = z.infer<typeof SheetText>;
