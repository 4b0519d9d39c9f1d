import type { ListedConnection, RotateKeyInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { transact } from "#/store/sql/transaction.ts";
import { lockConnection, updateConnection } from "#/store/tables/connections/connection.ts";
import { journal } from "#/context/journal.ts";
import { changeable } from "./internal/changeable.ts";
import { modeProblems } from "./internal/check-settings.ts";
import { tryAccess } from "./internal/try-access.ts";
import { listed } from "./list.ts";
import { keyPurpose } from "./save.ts";

/** Puts another key in place of the one in use, after a read with it was answered. Calls under way end with the old one. */
export async function rotateKey(
  context: RequestContext,
  { version, apiKey, untested }: RotateKeyInput,
): Promise<ListedConnection> {
  const { actor, connection, deps } = context;
  await transact(deps.wholeStore.db, (trx) => changeable(trx, connection.id, version));
  const { profile } = deps.service;
  const errors = modeProblems(profile, { apiKey, mode: connection.mode });
  if (errors.length > 0) throw operationError("invalid_request", "connection", { errors: [...errors] });
  if (!untested) {
    const access = { baseUrl: connection.baseUrl, apiKey, apiVersion: deps.service.apiVersionBy(profile), profile };
    await tryAccess(deps, access, "The old key is still in use.");
  }
  const now = deps.clock.now();
  const row = await transact(deps.wholeStore.db, async (trx) => {
    const before = await changeable(trx, connection.id, version);
    const lastFour = apiKey.slice(-4);
    await updateConnection(
      trx,
      connection.id,
      { key_sealed: deps.secrets.seal(apiKey, keyPurpose(connection.id)), key_last_four: lastFour, key_set_at: now },
      now,
    );
    await journal(context, trx, {
      subject: connection.id,
      before: { keyEnds: before.key_last_four },
      after: { keyEnds: lastFour, untested },
      message: { code: "connection.rotate-key", params: { by: actor.name, connection: before.name } },
    });
    return await lockConnection(trx, connection.id);
  });
  await deps.connections.catchUp();
  if (row === undefined) throw operationError("not_found", "connection");
  return await listed(context, row);
}
