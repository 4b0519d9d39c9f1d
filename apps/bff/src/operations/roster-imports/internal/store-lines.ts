import { setImmediate as nextTurn } from "node:timers/promises";
import type { Deps } from "#/context/deps.ts";
import type { NewImportLine, RosterSource } from "#/store/schema/roster-tables.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { insertRosterEntries } from "#/store/tables/directories/roster.ts";
import { insertImportChunks, takeImportChunk } from "#/store/tables/directories/roster-import-chunks.ts";
import { insertRosterImportLines, type RosterImportRow } from "#/store/tables/directories/roster-imports.ts";
import { lockRosterImport } from "#/store/tables/directories/taken-back-rosters.ts";
import { entriesOf } from "#/operations/roster-imports/parsed-lines.ts";

/** So many lines are stored with their entries in one transaction where it keeps others out. */
const STORED_AT_ONCE = 250;

interface RosterLines {
  source: RosterSource;
  lines: readonly NewImportLine[];
}

/**
 * Stores the lines of a new import, and their entries. In the embedded store, where a transaction keeps others out, many lines are
 * kept in chunks, and follow by `storeInSteps`.
 */
export async function storeLines(
  deps: Deps,
  trx: Transaction,
  run: RosterImportRow,
  roster: RosterLines,
): Promise<void> {
  const { source, lines } = roster;
  if (deps.store.kind !== "embedded" || lines.length <= STORED_AT_ONCE) return await storeRows(trx, run, roster);
  const chunks = Array.from({ length: Math.ceil(lines.length / STORED_AT_ONCE) }, (_, at) =>
    lines.slice(at * STORED_AT_ONCE, (at + 1) * STORED_AT_ONCE),
  );
  await insertImportChunks(trx, { connectionId: run.connection_id, importId: run.id, source, chunks });
}

/** Stores what an import has in chunks, in steps between which others have their turn; a later start goes on. */
export async function storeInSteps({ connection, wholeStore }: Deps, importId: string): Promise<void> {
  const of = { connectionId: connection.id, id: importId };
  while (
    await transact(wholeStore.db, async (trx) => {
      const run = await lockRosterImport(trx, of);
      const chunk = run === undefined ? undefined : await takeImportChunk(trx, importId);
      if (run === undefined || chunk === undefined) return false;
      await storeRows(trx, run, chunk);
      return true;
    })
  )
    await nextTurn();
}

async function storeRows(trx: Transaction, run: RosterImportRow, { source, lines }: RosterLines): Promise<void> {
  const { connection_id: connectionId, id: importId, index_id: indexId, created_by: actor, created_at: now } = run;
  await insertRosterImportLines(trx, { connectionId, importId, lines });
  await insertRosterEntries(trx, { connectionId, indexId, importId, entries: entriesOf(lines, source), actor, now });
}
