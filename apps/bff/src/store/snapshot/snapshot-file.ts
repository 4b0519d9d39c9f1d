import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { once } from "node:events";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Database } from "#/store/sql/transaction.ts";
import { headOf, loadSnapshot } from "./load-snapshot.ts";
import { type SnapshotEnd, SnapshotError } from "./snapshot-lines.ts";
import { takeSnapshot } from "./take-snapshot.ts";

/** Writes a snapshot of the store, or of these tables, as gzip to a stream, and ends it. */
export async function streamSnapshot(
  db: Database,
  takenAt: Date,
  to: Writable,
  tables?: readonly string[],
): Promise<SnapshotEnd> {
  const zip = createGzip();
  const sent = pipeline(zip, to);
  // The error is thrown where it is awaited; a reader that goes away ends the snapshot.
  sent.catch(() => undefined);
  try {
    const end = await takeSnapshot(db, {
      takenAt,
      tables,
      write: async (text) => {
        if (zip.destroyed) await sent;
        if (!zip.write(text)) await Promise.race([once(zip, "drain"), sent]);
      },
    });
    zip.end();
    await sent;
    return end;
  } catch (error) {
    zip.destroy();
    throw error;
  }
}

/** Writes what `produce` gives to a file that exists, whole and on the disk, only if nothing failed; gives what it returned. */
export async function writeWholeFile<T>(path: string, produce: (to: Writable) => Promise<T>): Promise<T> {
  const unfinished = `${path}.unfinished`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const produced = await produce(createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, path);
    return produced;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** As `loadSnapshot`, from a file. */
export async function loadSnapshotFile(db: Database, path: string): Promise<SnapshotEnd> {
  return await loadSnapshot(db, snapshotLines(createReadStream(path)));
}

/** When the snapshot in a file was taken. */
export async function snapshotTakenAt(path: string): Promise<string> {
  for await (const line of snapshotLines(createReadStream(path))) return headOf(JSON.parse(line)).takenAt;
  throw new SnapshotError("The file is empty.");
}

/** The lines of a compressed text. Node's own line reader also breaks lines at U+2028, which rows may hold. */
export async function* snapshotLines(compressed: Readable): AsyncGenerator<string> {
  const unzipped = compressed.pipe(createGunzip()).setEncoding("utf8");
  compressed.once("error", (error) => unzipped.destroy(error));
  let rest = "";
  try {
    for await (const chunk of unzipped as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  } catch (error) {
    throw error instanceof SnapshotError || isNoFile(error)
      ? error
      : new SnapshotError("The file is not a snapshot, or it was cut off.", { cause: error });
  }
}

function isNoFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
