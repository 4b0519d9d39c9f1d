import { Worker } from "node:worker_threads";
import { type Reading, type SheetFacts, SheetError, type SheetRow, type SheetTop } from "./parse-sheet.ts";

/** What a file is read as: its rows, a text that is imported like a pasted one, or the beginnings of its sheets. */
export type ReadAs = "rows" | "text" | "tops";
export type SheetAnswer =
  | { rows: SheetRow[] }
  | { facts: SheetFacts; text: string }
  | { tops: SheetTop[] }
  | { refused: string; isTooLarge: boolean };

/** Beside this source file, or beside the bundle that it was built into. */
const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** One file is read at a time, so that files together take no more memory than one. */
let last: Promise<unknown> = Promise.resolve();

export interface ReadSheet {
  facts: SheetFacts;
  /** None of a file that is read as text. */
  rows: SheetRow[];
  /** Empty of a file that is read as rows. */
  text: string;
  /** None of a file that is read as rows or as text. */
  tops: SheetTop[];
}

/** Reads a file in a thread of its own, whose memory is bounded. Throws a SheetError for what is refused. */
export async function readSheet(
  bytes: Uint8Array<ArrayBuffer>,
  reading: Reading,
  as: ReadAs = "rows",
): Promise<ReadSheet> {
  const read = last.then(async () => await readInThread(bytes, reading, as));
  last = read.catch(() => undefined);
  return await read;
}

const noFacts: SheetFacts = { sheets: [], sheet: null, encoding: null, separator: null };

async function readInThread(bytes: Uint8Array<ArrayBuffer>, reading: Reading, as: ReadAs): Promise<ReadSheet> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadSheet>();
  const worker = new Worker(new URL(`./sheet-worker.${ending}`, import.meta.url), {
    workerData: { bytes, reading, as },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const rows: SheetRow[] = [];
  worker.on("message", (answer: SheetAnswer) => {
    if ("rows" in answer) for (const row of answer.rows) rows.push(row);
    else if ("facts" in answer) resolve({ ...answer, rows, tops: [] });
    else if ("tops" in answer) resolve({ facts: noFacts, text: "", rows, tops: answer.tops });
    else reject(new SheetError(answer.refused, answer));
  });
  worker.on("error", (cause) =>
    reject(
      new SheetError("The file takes too much memory to read. Split it, and import the parts.", {
        isTooLarge: true,
        cause,
      }),
    ),
  );
  worker.on("exit", () => reject(new SheetError("The file can’t be read.")));
  try {
    return await promise;
  } finally {
    await worker.terminate();
  }
}
