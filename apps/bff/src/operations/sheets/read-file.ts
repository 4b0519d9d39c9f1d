import { maxSheetBytes } from "@dc/contract";
import { operationError } from "#/runtime/errors.ts";
import { type Reading, SheetError } from "#/sheets/parse-sheet.ts";
import { type ReadAs, readSheet, type ReadSheet } from "#/sheets/read-sheet.ts";

/** Rounded up, so that what is too large reads as larger than what is taken. */
const megabytes = (bytes: number) => Math.ceil(bytes / 100_000) / 10;

/** Reads a file that was sent in Base64; one that is refused is told at its place in the request. */
export async function readFile(
  { content, reading }: { content: string; reading: Reading },
  as: ReadAs,
): Promise<ReadSheet> {
  const bytes = new Uint8Array(Buffer.from(content, "base64"));
  if (bytes.length > maxSheetBytes)
    throw operationError("body_too_large", "sheet-bytes", {
      megabytes: megabytes(bytes.length),
      most: megabytes(maxSheetBytes),
      pointer: "/content",
    });
  try {
    return await readSheet(bytes, reading, as);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    const told = { problem: error.message, pointer: "/content" };
    throw error.isTooLarge
      ? operationError("body_too_large", "spreadsheet", told)
      : operationError("invalid_request", "spreadsheet", told);
  }
}
