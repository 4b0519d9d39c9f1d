import type { Logger } from "pino";
import { keyPurpose } from "#/operations/connection/save.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";
import { lockConnection, replaceSealedKey } from "#/store/tables/connections/connection.ts";
import { readAdded } from "./added-connections.ts";

/** Seals the keys of added connections under the secret key of now, so that the previous one can be forgotten. */
export async function resealKeys(db: Database, secrets: Secrets, log: Logger): Promise<void> {
  for (const { id } of await readAdded(db))
    await transact(db, async (trx) => {
      const row = await lockConnection(trx, id);
      if (row === undefined) return;
      try {
        const purpose = keyPurpose(id);
        await replaceSealedKey(trx, id, secrets.seal(secrets.open(row.key_sealed, purpose), purpose));
      } catch (err) {
        log.error(
          { err, connectionId: id },
          "the key of a connection is sealed under neither secret key; give it anew",
        );
      }
    });
}
