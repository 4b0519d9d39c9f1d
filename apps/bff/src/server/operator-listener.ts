import { open, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "#/context/deps.ts";
import { bearerCheck } from "#/runtime/secrets.ts";
import { streamSnapshot, writeWholeFile } from "#/store/snapshot/snapshot-file.ts";

export const BACKUP_PATH = "/operator/backup";

/**
 * Answers the operator's backup command with a snapshot of the store, which only this process can open. Whoever has the secret
 * key and asks from this machine is the operator; for all others the address does not exist.
 */
export function operatorListener(
  { store, secrets, clock, log }: Pick<Deps, "store" | "secrets" | "clock" | "log">,
  { backupDir }: { backupDir: string },
) {
  const isOperator = bearerCheck(secrets.operatorToken);

  /** A snapshot in a file that has no name anymore. The store waits for the disk, and never for who reads the answer. */
  async function takeToFile() {
    const path = join(backupDir, "asked-for.gz");
    const { tables } = await writeWholeFile(path, (to) => streamSnapshot(store.db, clock.now(), to));
    const file = await open(path);
    await rm(path);
    return { file, size: (await file.stat()).size, tables: Object.keys(tables).length };
  }

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: the file of all has one name, so that a process that is killed leaves no more than one. */
  function takeNext(): ReturnType<typeof takeToFile> {
    const taken = last.then(takeToFile);
    last = taken.catch(() => undefined);
    return taken;
  }

  async function answer(response: ServerResponse): Promise<void> {
    const taken = await takeNext().catch((error: unknown) => {
      log.error({ err: error }, "a backup could not be taken");
      const code = error instanceof Error && "code" in error ? String(error.code) : "see the log";
      refuse(response, 500, `The store could not be copied to ${backupDir} first (${code}).\n`);
    });
    if (taken === undefined) return;
    response.writeHead(200, {
      "Content-Type": "application/gzip",
      "Content-Length": taken.size,
      "Cache-Control": "no-store",
    });
    await pipeline(taken.file.createReadStream(), response);
    log.info({ tables: taken.tables }, "a backup was taken");
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== "POST" || !isOfThisMachine(request.socket) || !isOperator(request.headers.authorization))
      return refuse(response, 404, "Not found.\n");
    answer(response).catch((error: unknown) => log.error({ err: error }, "a backup was not read to its end"));
  };
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store" }).end(text);
}

/** A process of this machine calls from a loopback address, or from the address that it calls. */
function isOfThisMachine({ remoteAddress = "", localAddress }: Socket): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress) || (remoteAddress !== "" && remoteAddress === localAddress);
}
