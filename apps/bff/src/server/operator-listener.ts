import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "#/context/deps.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { streamSnapshot } from "#/store/snapshot/snapshot-file.ts";

export const BACKUP_PATH = "/operator/backup";

/**
 * Answers the operator's backup command with a snapshot of the store, which only this process can open. Whoever has the secret
 * key and asks from this machine is the operator; for all others the address does not exist.
 */
export function operatorListener({ store, secrets, clock, log }: Deps) {
  const expected = Buffer.from(hashSecret(`Bearer ${secrets.operatorToken}`));
  return (request: IncomingMessage, response: ServerResponse): void => {
    const given = Buffer.from(hashSecret(request.headers.authorization ?? ""));
    const isHere = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? "");
    if (!isHere || request.method !== "POST" || !timingSafeEqual(given, expected)) {
      response.writeHead(404, { "Content-Type": "text/plain", "Cache-Control": "no-store" }).end("Not found.\n");
      return;
    }
    response.writeHead(200, { "Content-Type": "application/gzip", "Cache-Control": "no-store" });
    streamSnapshot(store.db, clock.now(), response).then(
      ({ tables }) => log.info({ tables: Object.keys(tables).length }, "a backup was taken"),
      (error: unknown) => {
        log.error({ err: error }, "a backup could not be taken");
        // Without its last line the reader knows that the snapshot is cut off.
        response.destroy();
      },
    );
  };
}
