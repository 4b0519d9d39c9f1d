import type { ReadingPause } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { READ_AGAIN } from "#/records/read-again.ts";
import { operationError } from "#/runtime/errors.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import { lockConnection, updateConnection } from "#/store/tables/connections/connection.ts";

/** Lets no roster of the connection be read by itself until somebody resumes it, or lets it go on; people read as ever. */
export async function turnReading(context: RequestContext, to: "pause" | "resume"): Promise<ReadingPause> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const paused = to === "pause" ? { by: actor, at: now.toISOString() } : null;
  await inTransaction(context, async (trx) => {
    const row = await lockConnection(trx, connection.id);
    if (((row?.reading_paused ?? null) !== null) === (paused !== null))
      throw operationError("wrong_state", `reading-${to}`);
    await updateConnection(trx, connection.id, { reading_paused: jsonOrNull(paused) }, now);
    const params = { by: actor.name, connection: connection.name };
    await journal(context, trx, { subject: connection.id, message: { code: `connection.${to}-reading`, params } });
  });
  if (paused === null) deps.background.trigger(READ_AGAIN);
  return { paused };
}
