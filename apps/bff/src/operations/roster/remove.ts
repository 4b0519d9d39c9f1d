import type { RecordKey } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { journal } from "#/context/journal.ts";
import { deleteRosterEntry } from "#/store/tables/directories/roster.ts";

/** Removes a record from a roster. The ledger keeps its changes and decisions. */
export async function removeRosterEntry(context: RequestContext, indexId: string, record: RecordKey): Promise<void> {
  const { actor, connection } = context;
  await loadIndexVersion(context, indexId);
  await inTransaction(context, async (trx) => {
    const row = await deleteRosterEntry(trx, { connectionId: connection.id, indexId, record });
    if (row === undefined) throw operationError("not_found", "roster-record", { type: record.type, id: record.id });
    await journal(context, trx, {
      subject: record.id,
      indexId,
      before: { record, name: row.name, source: row.source },
      message: { code: "roster.remove", params: { by: actor.name, record: row.name ?? record.id } },
    });
  });
}
