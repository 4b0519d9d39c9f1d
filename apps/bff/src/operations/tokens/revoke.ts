import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { journal } from "#/context/journal.ts";
import { markTokenRevoked } from "#/store/tables/people/tokens.ts";
import { transact } from "#/store/sql/transaction.ts";
import { describeTokens, ownedBy } from "./list.ts";

/** Revokes a token at once. Refused if it does not exist, is somebody else's, or is revoked already. */
export async function revokeToken(context: RequestContext, id: string): Promise<void> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  await transact(deps.wholeStore.db, async (trx) => {
    const row = await markTokenRevoked(trx, connection.id, { id, ownerId: ownedBy(context).ownerId, now });
    if (row === undefined) throw operationError("not_found", "token");
    await journal(context, trx, {
      subject: id,
      message: { code: "token.revoke", params: { by: actor.name, name: row.name } },
      before: (await describeTokens(trx, connection.id, [row]))[0],
    });
  });
  await deps.tokens.refresh();
}
