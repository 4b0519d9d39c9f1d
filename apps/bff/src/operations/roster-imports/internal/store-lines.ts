import { setImmediate as nextTurn } from "node:timers/promises";
import type { Deps } from "#/context/deps.ts";
import type { CopiedEntries, NewImportLine, RosterSource } from "#/store/schema/roster-tables.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { copyEntries, insertRosterEntries } from "#/store/tables/directories/roster.ts";
import {
  insertCopiedChunks,
  insertImportChunks,
  selectImportWithChunks,
  takeImportChunk,
} from "#/store/tables/directories/roster-import-chunks.ts";
import {
  insertCopiedLines,
  insertRosterImportLines,
  type RosterImportRow,
} from "#/store/tables/directories/roster-imports.ts";
import { lockRosterImport } from "#/store/tables/directories/taken-back-rosters.ts";
import { entriesOf } from "#/operations/roster-imports/parsed-lines.ts";

/** So many lines are stored with their entries in one transaction where it keeps others out. */
const STORED_AT_ONCE = 250;
/** So many of a roster that is copied or read again, whose lines are no more than their records. */
const COPIED_AT_ONCE = 500;

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

/**
 * Stores a line for each entry that a roster has now, and that entry where it is the roster of another index version; in the
 * embedded store as `storeLines` does.
 */
export async function storeCopy(deps: Deps, trx: Transaction, run: RosterImportRow, from: string): Promise<void> {
  const { connection_id: connectionId, id: importId } = run;
  await storeAll(trx, { connectionId, indexId: from });
  const chunks = await insertCopiedChunks(trx, { connectionId, importId, from, linesOfChunk: COPIED_AT_ONCE });
  if (deps.store.kind !== "embedded" || chunks <= 1) await storeAll(trx, { connectionId, indexId: run.index_id });
}

/**
 * Stores what imports into an index version have in chunks, in the order in which they began, in steps between which others have their
 * turn; a later start goes on.
 */
export async function storeInSteps({ connection, wholeStore }: Deps, indexId: string): Promise<void> {
  const of = { connectionId: connection.id, indexId };
  while (await transact(wholeStore.db, async (trx) => await storeSome(trx, of))) await nextTurn();
}

/** As `storeInSteps`, all in this transaction. */
async function storeAll(trx: Transaction, of: { connectionId: string; indexId: string }): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await storeSome(trx, of);
}

/** Stores some of what is in chunks. Returns whether some may be left. */
async function storeSome(trx: Transaction, of: { connectionId: string; indexId: string }): Promise<boolean> {
  const id = await selectImportWithChunks(trx, of);
  if (id === undefined) return false;
  const run = await lockRosterImport(trx, { connectionId: of.connectionId, id });
  const chunk = run === undefined ? undefined : await takeImportChunk(trx, id);
  if (run === undefined || chunk === undefined) return true;
  await (chunk.copied === null ? storeRows(trx, run, chunk) : copyRows(trx, run, chunk.copied));
  return true;
}

async function storeRows(trx: Transaction, run: RosterImportRow, { source, lines }: RosterLines): Promise<void> {
  const { connection_id: connectionId, id: importId, index_id: indexId, created_by: actor, created_at: now } = run;
  await insertRosterImportLines(trx, { connectionId, importId, lines });
  await insertRosterEntries(trx, { connectionId, indexId, importId, entries: entriesOf(lines, source), actor, now });
}

async function copyRows(trx: Transaction, run: RosterImportRow, copied: CopiedEntries): Promise<void> {
  const { connection_id: connectionId, id: importId, index_id: indexId, created_by: actor, created_at: now } = run;
  await insertCopiedLines(trx, { connectionId, importId, copied });
  if (copied.from === indexId) return;
  await copyEntries(trx, { connectionId, indexId, importId, copied, actor, now });
}
