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
const suffix = import.meta.url.endsWith(".ts") ? "ts" : "js";

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

/** Starting a thread takes longer than reading most files, and a preview reads its file twice. */
const KEPT_MS = 10_000;
/** The thread that waits for another file. */
let waiting: Worker | undefined;
let ending: NodeJS.Timeout | undefined;

async function readInThread(bytes: Uint8Array<ArrayBuffer>, reading: Reading, as: ReadAs): Promise<ReadSheet> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadSheet>();
  const worker = takeThread();
  const rows: SheetRow[] = [];
  const listeners = {
    message: (answer: SheetAnswer) => {
      if ("rows" in answer) for (const row of answer.rows) rows.push(row);
      else if ("facts" in answer) resolve({ ...answer, rows, tops: [] });
      else if ("tops" in answer) resolve({ facts: noFacts, text: "", rows, tops: answer.tops });
      else reject(new SheetError(answer.refused, answer));
    },
    error: (cause: unknown) =>
      reject(
        new SheetError("The file takes too much memory to read. Split it, and import the parts.", {
          isTooLarge: true,
          cause,
        }),
      ),
    exit: () => reject(new SheetError("The file can’t be read.")),
  };
  for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener);
  try {
    worker.postMessage({ bytes, reading, as });
    const read = await promise;
    for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
    keepThread(worker);
    return read;
  } catch (error) {
    // It may still be unpacking what was refused.
    await worker.terminate();
    throw error;
  }
}

function takeThread(): Worker {
  clearTimeout(ending);
  const worker = waiting ?? startThread();
  waiting = undefined;
  worker.ref();
  return worker;
}

function keepThread(worker: Worker): void {
  worker.unref();
  waiting = worker;
  ending = setTimeout(() => {
    waiting = undefined;
    void worker.terminate();
  }, KEPT_MS).unref();
}

function startThread(): Worker {
  const worker = new Worker(new URL(`./sheet-worker.${suffix}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // One that breaks while it waits breaks nothing else.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    if (waiting === worker) waiting = undefined;
  });
  return worker;
}
