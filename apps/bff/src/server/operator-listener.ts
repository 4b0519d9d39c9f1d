import { open, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "#/context/deps.ts";
import { bearerCheck } from "#/runtime/secrets.ts";
import { JOURNAL_TABLES } from "#/journal/read-lines.ts";
import { selectJournalHead } from "#/store/tables/activity/journal-segments.ts";
import { streamSnapshot, writeWholeFile } from "#/store/snapshot/snapshot-file.ts";

export const BACKUP_PATH = "/operator/backup";
/** A snapshot of the journal alone, to be verified. */
export const JOURNAL_PATH = "/operator/journal";
/** The last sealed entry, as JSON. */
export const JOURNAL_HEAD_PATH = "/operator/journal-head";

/** Whether a request is the operator's, by its address. */
export function isForOperator({ url }: IncomingMessage): boolean {
  return url === BACKUP_PATH || url === JOURNAL_PATH || url === JOURNAL_HEAD_PATH;
}

/**
 * Answers the operator's commands on a data directory, which only this process can open. Whoever has the secret key and asks
 * from this machine is the operator; for all others the addresses do not exist.
 */
export function operatorListener(
  { store, secrets, clock, log }: Pick<Deps, "store" | "secrets" | "clock" | "log">,
  { backupDir }: { backupDir: string },
) {
  const isOperator = bearerCheck(secrets.operatorToken);

  /** A snapshot in a file that has no name anymore. The store waits for the disk, and never for who reads the answer. */
  async function takeToFile(tables?: readonly string[]) {
    const path = join(backupDir, "asked-for.gz");
    const end = await writeWholeFile(path, (to) => streamSnapshot(store.db, clock.now(), to, tables));
    const file = await open(path);
    try {
      await rm(path);
      return { file, size: (await file.stat()).size, tables: Object.keys(end.tables).length };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: the file of all has one name, so that a process that is killed leaves no more than one. */
  function takeNext(tables?: readonly string[]): ReturnType<typeof takeToFile> {
    const taken = last.then(() => takeToFile(tables));
    last = taken.catch(() => undefined);
    return taken;
  }

  async function answerHead(response: ServerResponse): Promise<void> {
    const head = await selectJournalHead(store.db);
    response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
    response.end(JSON.stringify(head ?? null));
  }

  async function answer(url: string | undefined, response: ServerResponse): Promise<void> {
    if (url === JOURNAL_HEAD_PATH) return await answerHead(response);
    const taken = await takeNext(url === JOURNAL_PATH ? JOURNAL_TABLES : undefined).catch((error: unknown) => {
      log.error({ err: error }, "a backup could not be taken");
      const code = error instanceof Error && "code" in error ? String(error.code) : "see the log";
      refuse(response, 500, `The store could not be copied to ${backupDir} first (${code}).\n`);
    });
    if (taken === undefined) return;
    // A file that is left open ends the process once its memory is tidied: whoever asked may be gone before it is read.
    await using file = taken.file;
    response.writeHead(200, {
      "Content-Type": "application/gzip",
      "Content-Length": taken.size,
      "Cache-Control": "no-store",
    });
    await pipeline(file.createReadStream(), response);
    log.info({ tables: taken.tables }, "a backup was taken");
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== "POST" || !isOfThisMachine(request.socket) || !isOperator(request.headers.authorization))
      return refuse(response, 404, "Not found.\n");
    answer(request.url, response).catch((error: unknown) => {
      log.error({ err: error }, "an answer to the operator was not read to its end");
      response.destroy();
    });
  };
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store" }).end(text);
}

/** A process of this machine calls from a loopback address, or from the address that it calls. */
function isOfThisMachine({ remoteAddress = "", localAddress }: Socket): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress) || (remoteAddress !== "" && remoteAddress === localAddress);
}
