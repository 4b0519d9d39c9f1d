import type { RecordKey } from "@dc/directory";
import { type Selectable, sql } from "kysely";
import { inSteps } from "#/runtime/in-steps.ts";
import type { DecidedGrounds, DecidedMemory, LedgerTables } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { amongRecords } from "#/store/sql/among-records.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";

type DecidedFieldRow = Selectable<LedgerTables["decided_field"]>;

/** A field that was decided at once, with who decided, when and why by the journal. */
export type DecisionRow = DecidedFieldRow & { at: Date; actor: Actor; action: string; why: string | null };

const columns = {
  decision: "bigint",
  connection_id: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
  field: "text",
  elements: "json",
  record_name: "text",
  before: "json",
  after: "json",
} as const;

/** A field of a decision; `elements` null: the whole field. */
export interface FieldToKeep {
  place: FieldOfIndex;
  elements: readonly string[] | null;
  name: string | null;
  before: DecidedMemory & DecidedGrounds;
  after: DecidedMemory & DecidedGrounds;
}

/** Keeps the fields of a decision, each given once, so that it can be undone. */
export async function insertDecidedFields(
  trx: Transaction,
  decision: number,
  fields: readonly FieldToKeep[],
): Promise<void> {
  await inSteps(fields, async (some) => {
    const rows = some.map(({ place, elements, name, before, after }) => ({
      decision,
      connection_id: place.connectionId,
      index_id: place.indexId,
      record_type: place.record.type,
      record_id: place.record.id,
      field: place.field,
      elements: jsonOrNull(elements),
      record_name: name,
      before: json(before),
      after: json(after),
    }));
    await trx.insertInto("decided_field").columns(namesOf(columns)).expression(selectListed(rows, columns)).execute();
  });
}

const withJournal = sql`select field.*, entry.at, entry.actor, entry.action, entry.why
  from decided_field as field join journal as entry on entry.seq = field.decision`;

/** So many fields of a decision are read at once. */
const READ_AT_ONCE = 500;

/** The fields of a decision that stands, locked until the transaction ends; none if it was undone. */
export async function lockDecision(
  trx: Transaction,
  { connectionId, indexId, decision }: { connectionId: string; indexId: string; decision: number },
): Promise<DecisionRow[]> {
  const all: DecisionRow[] = [];
  let rows: DecisionRow[];
  do {
    const last = all.at(-1);
    const after =
      last === undefined
        ? sql``
        : sql`and (field.record_type, field.record_id, field.field) > (${last.record_type}, ${last.record_id}, ${last.field})`;
    ({ rows } = await sql<DecisionRow>`${withJournal}
      where field.decision = ${decision} and field.connection_id = ${connectionId} and field.index_id = ${indexId} ${after}
      order by field.record_type, field.record_id, field.field limit ${READ_AT_ONCE} for update of field`.execute(trx));
    all.push(...rows);
  } while (rows.length === READ_AT_ONCE);
  return all;
}

/** Forgets a decision that was undone. */
export async function deleteDecidedFields(trx: Transaction, connectionId: string, decision: number): Promise<void> {
  await trx
    .deleteFrom("decided_field")
    .where("connection_id", "=", connectionId)
    .where("decision", "=", decision)
    .execute();
}

/** The decisions about these records of an index, newest first. */
export async function selectDecisionsOn(
  db: Database,
  { connectionId, indexId, records }: { connectionId: string; indexId: string; records: readonly RecordKey[] },
  limit: number,
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`${withJournal}
    where field.connection_id = ${connectionId} and field.index_id = ${indexId} and ${amongRecords(records, "field")}
    order by field.decision desc, field.field limit ${limit}`.execute(db);
  return rows;
}
