import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { type Database, readConsistently, type Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangePage, selectChangesOfSet } from "./changes.ts";

/** A number of a row of this table as it was written last: another one once it is written again, and of each row another one. */
export function writtenRow(table: string): RawBuilder<bigint> {
  return sql`hashtidextended(${sql.ref(`${table}.ctid`)}, ${sql.ref(`${table}.xmin`)}::text::bigint)`;
}

/** As `selectChangesOfSet`, read in steps between which others have their turn. */
export async function readChangesOfSet(db: Database, changeSetId: string): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = [];
  let after: number | null = null;
  do {
    if (after !== null) await nextTurn();
    const page: ChangeRow[] = await selectChangePage(db, { changeSetId, state: undefined, after, limit: READ_AT_ONCE });
    rows.push(...page);
    after = page.length < READ_AT_ONCE ? null : (page.at(-1)?.staged_order ?? null);
  } while (after !== null);
  return inOrder(rows);
}

/** In the order of approval, then of staging. */
function inOrder(rows: readonly ChangeRow[]): ChangeRow[] {
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.staged_order - b.staged_order);
}

/** Every change of a set as it was read in steps, with the mark that it has if nothing came between them. */
export interface ReadAhead {
  changeSetId: string;
  rows: readonly ChangeRow[];
  mark: string;
  /** What was written last when that was so, as `confirmRead` found it; null where it was not. */
  stoodAt?: string | null;
}

/** Reads a set in steps, before the transaction that decides about it. */
export async function readAhead(
  db: Database,
  changeSetId: string,
  read: () => Promise<readonly ChangeRow[]> = () => readChangesOfSet(db, changeSetId),
): Promise<ReadAhead> {
  const mark = await selectMarkOfSet(db, changeSetId);
  return { changeSetId, mark, rows: inOrder(await read()) };
}

/** Looks, in a store that one process alone uses, before an act whether the set is as it was read, so that the act need not. */
export async function confirmRead(db: Database, ahead: ReadAhead): Promise<ReadAhead> {
  return await readConsistently(db, async (trx) => ({
    ...ahead,
    stoodAt: (await isAsRead(trx, ahead)) ? await selectLastWrite(trx) : null,
  }));
}

/**
 * As `selectChangesOfSet` for a locked set; read again where its row or a change is another than what was read ahead. Call it before
 * the transaction writes anything of the set.
 */
export async function readOrAhead(trx: Transaction, ahead: ReadAhead): Promise<readonly ChangeRow[]> {
  const { stoodAt = null } = ahead;
  const stands = (stoodAt !== null && (await selectLastWrite(trx)) === stoodAt) || (await isAsRead(trx, ahead));
  return stands ? ahead.rows : await selectChangesOfSet(trx, ahead.changeSetId);
}

/** Whether neither the row of a set nor a change of it is another than what was read ahead. */
export async function isAsRead(db: Database | Transaction, { changeSetId, mark }: ReadAhead): Promise<boolean> {
  return (await selectMarkOfSet(db, changeSetId)) === mark;
}

/** In a store that one process alone uses: another one once a transaction has ended that wrote anything, but for the one that asks. */
export async function selectLastWrite(db: Database | Transaction): Promise<string> {
  const { rows } = await sql<{ last: string }>`select pg_current_snapshot()::text as last`.execute(db);
  return rows[0]?.last ?? "";
}

/**
 * Is another one once a change of the set is written, also where its version stays, comes or goes, or the set says something else of
 * the states of its changes. Its lease, which is prolonged meanwhile, says nothing of them.
 */
async function selectMarkOfSet(db: Database | Transaction, changeSetId: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ', (
        select row(version, withdrawing, queueing, going_back, act_done, on_behalf_of)::text
        from public.change_set where id = ${changeSetId}), count(*), bit_xor(${writtenRow("change")})) as mark
    from public.change where change_set_id = ${changeSetId}`.execute(db);
  return rows[0]?.mark ?? "";
}

const READ_AT_ONCE = 200;
const placeOf = ({ approval_order: order }: ChangeRow) => order ?? Number.MAX_SAFE_INTEGER;
