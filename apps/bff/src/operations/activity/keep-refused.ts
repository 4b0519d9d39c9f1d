import type { RequestContext } from "#/context/deps.ts";
import { transact } from "#/store/sql/transaction.ts";
import { journal } from "#/context/journal.ts";

/** What somebody tried and was refused. */
export interface RefusedAttempt {
  method: string;
  /** The pattern of its address, without ids. */
  route: string;
  isInConnection: boolean;
  code: string;
  reason: string;
  /** How many attempts before it were not put on record. */
  more: number;
}

/** Puts a refused attempt on record, in a transaction of its own. */
export async function keepRefusedAttempt(
  context: RequestContext,
  { method, route, isInConnection, code, reason, more }: RefusedAttempt,
): Promise<void> {
  const { actor, connection, deps } = context;
  await transact(deps.wholeStore.db, (trx) =>
    journal(context, trx, {
      connectionId: isInConnection ? connection.id : null,
      subject: actor.id,
      after: { method, route, code },
      message: { code: "request.refuse", params: { by: actor.name, request: `${method} ${route}`, reason, more } },
    }),
  );
}
