import type { Baseline, Known, RecordKey } from "@dc/directory";
import { sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** A decision that took effect at once, as the journal has it. */
export interface DecisionRow {
  seq: number;
  at: Date;
  actor: Actor;
  action: string;
  subject: string;
  why: string | null;
  /** The name of the record when it was decided. */
  name: string | null;
  before: DecidedParts | null;
  after: DecidedParts;
}

interface DecidedParts {
  field: string;
  element: string | null;
  baseline?: Baseline | null;
  known?: Known | null;
}

const columns = sql`entry.seq::float8 as seq, entry.at, entry.actor, entry.action, entry.subject, entry.why,
  entry.message -> 'params' -> 'record' ->> 'name' as name, entry.before, entry.after`;

/** Decisions that were not undone. */
const standing = sql`entry.action in ('decision.keep-ours', 'decision.accept') and not exists (
  select 1 from journal as undo where undo.subject = entry.subject and undo.seq > entry.seq
    and undo.action = 'decision.undo' and (undo.after ->> 'decision')::bigint = entry.seq)`;

export async function selectDecision(
  trx: Transaction,
  { connectionId, indexId, seq }: { connectionId: string; indexId: string; seq: number },
): Promise<DecisionRow | undefined> {
  const result = await sql<DecisionRow>`select ${columns} from journal as entry
    where entry.seq = ${seq} and entry.connection_id = ${connectionId} and entry.index_id = ${indexId} and ${standing}`.execute(
    trx,
  );
  return result.rows[0];
}

/** The decisions about these records of an index, newest first. */
export async function selectDecisionsOn(
  db: Database,
  { connectionId, indexId, records }: { connectionId: string; indexId: string; records: readonly RecordKey[] },
  limit: number,
): Promise<DecisionRow[]> {
  const subjects = records.map(({ type, id }) => `${type} ${id}`);
  const result = await sql<DecisionRow>`select ${columns} from journal as entry
    where entry.subject = any(${subjects}::text[]) and entry.connection_id = ${connectionId}
      and entry.index_id = ${indexId} and ${standing}
    order by entry.seq desc limit ${limit}`.execute(db);
  return result.rows;
}
