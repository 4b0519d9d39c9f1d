import { z } from "zod";
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

export const SheetTextInput = z
  .strictObject({
    content: SheetContent,
    reading: SheetReading.pick({ sheet: true, encoding: true }).prefault({}),
  })
  .meta({ id: "SheetTextInput" });
export type SheetTextInput = z.input<typeof SheetTextInput>;

/** A file as the text that rosters and plan names are imported from. */
export const SheetText = z
  .strictObject({
    sheets: z.array(z.string()).describe("Of a workbook"),
    sheet: z.string().nullable(),
    encoding: SheetReading.shape.encoding.unwrap().nullable().describe("Null for a workbook"),
    text: z.string().describe("A text file as it is; a sheet as CSV, each row on the line of its number"),
  })
  .meta({ id: "SheetText" });
export type SheetText = z.infer<typeof SheetText>;
