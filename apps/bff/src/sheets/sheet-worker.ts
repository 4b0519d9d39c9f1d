import { parentPort } from "node:worker_threads";
import { parseSheet, parseSheetText, parseTops, type Reading, SheetError, type SheetRow } from "./parse-sheet.ts";
import type { ReadAs, SheetAnswer } from "./read-sheet.ts";

/** So many rows are passed on at once, so that taking them over holds up nobody. */
const ROWS_AT_ONCE = 500;

interface AskedSheet {
  bytes: Uint8Array<ArrayBuffer>;
  reading: Reading;
  as: ReadAs;
}

const answer = (given: SheetAnswer) => parentPort?.postMessage(given);

/** Reads a file, and passes its rows or its text on. */
async function run({ bytes, reading, as }: AskedSheet): Promise<void> {
  try {
    if (as === "text") {
      answer(await parseSheetText(bytes, reading));
      return;
    }
    if (as === "tops") {
      answer({ tops: await parseTops(bytes) });
      return;
    }
    const { facts, rows } = await parseSheet(bytes, reading);
    let some: SheetRow[] = [];
    for await (const row of rows) {
      some.push(row);
      if (some.length < ROWS_AT_ONCE) continue;
      answer({ rows: some });
      some = [];
    }
    answer({ rows: some });
    answer({ facts, text: "" });
  } catch (error) {
    answer({
      refused:
        error instanceof SheetError ? error.message : "The file can’t be read. Save it again, and choose that file.",
      isTooLarge: error instanceof SheetError && error.isTooLarge,
    });
  }
}

parentPort?.on("message", (asked: AskedSheet) => void run(asked));
