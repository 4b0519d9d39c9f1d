import type { RequestContext } from "#/context/deps.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/journal.ts";

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
  { actor, connection, deps, requestId }: RequestContext,
  { method, route, isInConnection, code, reason, more }: RefusedAttempt,
): Promise<void> {
  await transact(deps.wholeStore.db, (trx) =>
    appendJournal(trx, {
      connectionId: isInConnection ? connection.id : null,
      at: deps.clock.now(),
      actor,
      action: "request.refuse",
      subject: actor.id,
      after: { method, route, code },
      message: { code: "request.refuse", params: { by: actor.name, request: `${method} ${route}`, reason, more } },
      requestId,
    }),
  );
}
