import { deleteRosterEntry, selectRosterEntries } from "#/store/tables/directories/roster.ts";
import {
  type RosterImportLineRow,
  type RosterImportRow,
  selectLinesOfRecord,
} from "#/store/tables/directories/roster-imports.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** Removes the roster entry of a line's record, unless the service has the record or another line names it. */
export async function dropEntry(
  connectionId: string,
  trx: Transaction,
  run: RosterImportRow,
  { record_type: type, record_id: id, line }: RosterImportLineRow,
): Promise<void> {
  if (type === null || id === null) return;
  const others = (await selectLinesOfRecord(trx, { importId: run.id, type, id })).filter(
    (entry) => entry.line !== line,
  );
  const [entry] = await selectRosterEntries(trx, { connectionId, indexId: run.index_id, type, ids: [id] });
  if (others.length > 0 || entry === undefined || (entry.state !== "missing" && entry.state !== "failed")) return;
  await deleteRosterEntry(trx, { connectionId, indexId: run.index_id, record: { type, id } });
}
