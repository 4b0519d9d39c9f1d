import type { Baseline, Known, Reading } from "@dc/directory";
import { type RawBuilder, sql } from "kysely";
import { inSteps } from "#/runtime/in-steps.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import { inKeyOrder, keyOrder, namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { AssignedId } from "#/store/tables/records/assigned-ids.ts";
import type { FieldMemoryRow, FieldOfIndex } from "#/store/tables/records/known-values.ts";

/**
 * Locks L and K of one field until the transaction ends, so that concurrent decisions start from each other's result.
 */
export async function lockFieldMemory(
  trx: Transaction,
  { connectionId, indexId, record, field }: FieldOfIndex,
): Promise<FieldMemoryRow> {
  await trx
    .insertInto("field_memory")
    .values({ connection_id: connectionId, index_id: indexId, record_type: record.type, record_id: record.id, field })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await trx
    .selectFrom("field_memory")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", record.type)
    .where("record_id", "=", record.id)
    .where("field", "=", field)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const fieldColumns = {
  connection_id: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
  field: "text",
} as const;

const columnsOfField = ({ connectionId, indexId, record, field }: FieldOfIndex) => ({
  connection_id: connectionId,
  index_id: indexId,
  record_type: record.type,
  record_id: record.id,
  field,
});

/** As `lockFieldMemory`, for many fields, each given once. They are locked in one order, so that nobody waits in a circle. */
export async function lockFieldMemories(trx: Transaction, fields: readonly FieldOfIndex[]): Promise<FieldMemoryRow[]> {
  const inOrder = inKeyOrder(fields.map(columnsOfField), namesOf(fieldColumns));
  const rows: FieldMemoryRow[] = [];
  await inSteps(inOrder, async (some) => void rows.push(...(await lockListed(trx, some))));
  return rows;
}

async function lockListed(
  trx: Transaction,
  listed: readonly ReturnType<typeof columnsOfField>[],
): Promise<FieldMemoryRow[]> {
  const names = namesOf(fieldColumns);
  await trx
    .insertInto("field_memory")
    .columns(names)
    .expression(selectListed(listed, fieldColumns))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<FieldMemoryRow>`
    select memory.* from field_memory as memory
    join (${selectListed(listed, fieldColumns)}) as asked using (${sql.join(names.map((name) => sql.ref(name)))})
    order by ${keyOrder(names.map((name) => `memory.${name}`))} for update of memory`.execute(trx);
  return rows;
}

/** Writes L of many fields that are locked. */
export async function writeBaselines(
  trx: Transaction,
  fields: readonly (FieldOfIndex & { baseline: Baseline | null })[],
): Promise<void> {
  await inSteps(fields, async (some) => {
    const listed = some.map((field) => ({ ...columnsOfField(field), decided: jsonOrNull(field.baseline) }));
    await writeDecided(trx, listed, sql`baseline = decided.decided`);
  });
}

/** Writes K of many fields that are locked, which ends what was told of a late request. */
export async function writeKnown(
  trx: Transaction,
  fields: readonly (FieldOfIndex & { known: Known | null })[],
): Promise<void> {
  await inSteps(fields, async (some) => {
    const listed = some.map((field) => ({ ...columnsOfField(field), decided: jsonOrNull(field.known) }));
    await writeDecided(trx, listed, sql`known = decided.decided, late_request_at = null`);
  });
}

async function writeDecided(
  trx: Transaction,
  listed: readonly (ReturnType<typeof columnsOfField> & { decided: string | null })[],
  set: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update field_memory as memory set ${set}
    from (${selectListed(listed, { ...fieldColumns, decided: "json" })}) as decided
    where ${sql.join(
      namesOf(fieldColumns).map((name) => sql`${sql.ref(`memory.${name}`)} = ${sql.ref(`decided.${name}`)}`),
      sql` and `,
    )}`.execute(trx);
}

/**
 * Writes the given parts of L, K, the proposed values, and whether somebody else or a late request wrote; the others stay. A
 * new K ends what was told of a late request.
 */
export async function writeFieldMemory(
  trx: Transaction,
  { connectionId, indexId, record, field }: FieldOfIndex,
  memory: {
    baseline?: Baseline | null;
    known?: Known | null;
    proposed?: { [element: string]: Reading };
    written_outside?: true;
    late_request_at?: Date;
  },
): Promise<void> {
  const set = {
    ...(memory.written_outside === undefined ? {} : { written_outside: true }),
    ...(memory.baseline === undefined ? {} : { baseline: jsonOrNull(memory.baseline) }),
    ...(memory.known === undefined ? {} : { known: jsonOrNull(memory.known), late_request_at: null }),
    ...(memory.late_request_at === undefined ? {} : { late_request_at: memory.late_request_at }),
    ...(memory.proposed === undefined ? {} : { proposed: jsonOrNull(memory.proposed) }),
  };
  await trx
    .insertInto("field_memory")
    .values({
      connection_id: connectionId,
      index_id: indexId,
      record_type: record.type,
      record_id: record.id,
      field,
      ...set,
    })
    .onConflict((conflict) =>
      conflict.columns(["connection_id", "index_id", "record_type", "record_id", "field"]).doUpdateSet(set),
    )
    .execute();
}

/** L and K of fields of an index version that lies over base, as they followed base. */
export interface FollowedField {
  place: FieldOfIndex;
  baseline?: Baseline;
  known?: Known;
}

const MOST_ROWS = 500;

/** Stores L and K of fields of which neither was stored yet. */
export async function insertFollowedFields(trx: Transaction, fields: readonly FollowedField[]): Promise<void> {
  for (let from = 0; from < fields.length; from += MOST_ROWS) {
    const rows = fields.slice(from, from + MOST_ROWS).map(({ place, baseline, known }) => ({
      connection_id: place.connectionId,
      index_id: place.indexId,
      record_type: place.record.type,
      record_id: place.record.id,
      field: place.field,
      baseline: jsonOrNull(baseline ?? null),
      known: jsonOrNull(known ?? null),
    }));
    await trx
      .insertInto("field_memory")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["connection_id", "index_id", "record_type", "record_id", "field"])
          .doUpdateSet((set) => ({ baseline: set.ref("excluded.baseline"), known: set.ref("excluded.known") }))
          .where("field_memory.baseline", "is", null)
          .where("field_memory.known", "is", null),
      )
      .execute();
  }
}

/** Replaces the provisional id with the one that the service assigned. */
export async function renameRecordInFieldMemories(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId, recordId }: AssignedId,
): Promise<void> {
  await trx
    .updateTable("field_memory")
    .set({ record_id: recordId })
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", "=", provisionalId)
    .execute();
}
