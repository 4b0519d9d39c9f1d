import type { SheetText, SheetTextInput } from "@dc/contract";
import type { z } from "zod";
import { readFile } from "./read-file.ts";

/** A file as text, such as a roster and plan names are imported from. Nothing is kept. */
export async function readSheetText(asked: z.output<typeof SheetTextInput>): Promise<SheetText> {
  const {
    facts: { sheets, sheet, encoding },
    text,
  } = await readFile(asked, "text");
  return { sheets, sheet, encoding, text };
}
