import { operationError } from "#/runtime/errors.ts";
import { type Reading, SheetError } from "#/sheets/parse-sheet.ts";
import { type ReadAs, readSheet, type ReadSheet } from "#/sheets/read-sheet.ts";

/** Reads a file that was sent in Base64; one that is refused is told at its place in the request. */
export async function readFile(
  { content, reading }: { content: string; reading: Reading },
  as: ReadAs,
): Promise<ReadSheet> {
  try {
    return await readSheet(new Uint8Array(Buffer.from(content, "base64")), reading, as);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw operationError("invalid_request", "spreadsheet", { problem: error.message, pointer: "/content" });
  }
}
