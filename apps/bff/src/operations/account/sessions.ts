import type { OwnSessionList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { journal } from "#/context/journal.ts";
import { deleteSessions, journalsItself, selectSessions } from "#/store/tables/account/sign-in-methods.ts";
import { transact } from "#/store/sql/transaction.ts";

/** Where the person is signed in, the last used first; never what the cookies hold. */
export async function listOwnSessions({ deps, personId, sessionId }: RequestContext): Promise<OwnSessionList> {
  const rows = await selectSessions(deps.wholeStore.db, personId, deps.clock.now());
  return {
    items: rows.map((row) => ({
      id: row.id,
      isThis: row.id === sessionId,
      startedAt: row.createdAt.toISOString(),
      lastUsedAt: row.updatedAt.toISOString(),
      address: row.ipAddress === "" ? null : row.ipAddress,
      userAgent: row.userAgent === "" ? null : row.userAgent,
    })),
  };
}

/** Ends one of one's own sessions: it is out at its next request. */
export async function endOwnSession(context: RequestContext, id: string): Promise<void> {
  const ended = await endSessions(context, { only: id });
  if (ended === 0) throw operationError("not_found", "session");
}

/** Ends all of one's own sessions, or all but the one of this request. */
export async function endOwnSessions(context: RequestContext, keep: "this" | "none"): Promise<void> {
  const { sessionId } = context;
  await endSessions(context, keep === "this" && sessionId !== null ? { except: sessionId } : "all");
}

async function endSessions(context: RequestContext, which: Parameters<typeof deleteSessions>[2]): Promise<number> {
  const { actor, deps, personId } = context;
  return await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    const ended = await deleteSessions(trx, personId, which);
    if (ended > 0)
      await journal(context, trx, {
        connectionId: null,
        subject: personId,
        message: { code: "account.end-sessions", params: { person: actor.name, count: ended } },
      });
    return ended;
  });
}
