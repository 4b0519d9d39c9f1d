import { SheetText, SheetTextInput } from "@dc/contract";
import { readSheetText } from "#/operations/sheets/read-text.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function sheetTextRoutes() {
  return routesOf(
    "Imports",
    operation("stage", "readSheetText", "POST /sheet-text", {
      summary: "Read a file (CSV in any encoding, or a sheet of a workbook) as the text of a roster or of plan names",
      body: SheetTextInput,
      answer: [200, "The text, and how the file was read; nothing is kept", SheetText],
      call: async ({ context, body }) => await readSheetText(context.deps, body),
    }),
  );
}
