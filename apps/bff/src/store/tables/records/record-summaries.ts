import { type RecordKey, recordKey, type VerdictCounts } from "@dc/directory";
import { type Insertable, type Selectable, sql } from "kysely";
import { amongRecords, keyOfRecord, recordOf } from "#/store/sql/among-records.ts";
import { inKeyOrder, keyOrder, namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { RecordColumns } from "#/store/schema/columns.ts";
import type { RecordSummaryTable } from "#/store/schema/record-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { AssignedId } from "./assigned-ids.ts";
import type { RosterOf } from "#/store/tables/directories/roster.ts";
import { keepingOverdue, neededBy } from "#/store/tables/directories/need.ts";
import { concernedBy, holding, ofHeld, sameRecord } from "./verifications.ts";

export type RecordSummaryRow = Selectable<RecordSummaryTable>;

/** A row with which of its writes it is from. */
export type KeptSummary = RecordSummaryRow & { write: string };

const write = sql<string>`xmin::text`.as("write");

export async function selectSummaries(
  db: Database | Transaction,
  { connectionId, indexId, records }: { connectionId: string; indexId: string; records: readonly RecordKey[] },
): Promise<KeptSummary[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("record_summary")
    .selectAll()
    .select(write)
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .execute();
}

/** The same records, those of one practitioner one after the other. */
export async function selectByPractitioner(
  db: Database,
  { connectionId, indexId, records }: RosterOf & { records: readonly RecordKey[] },
): Promise<RecordKey[]> {
  const rows = await db
    .selectFrom("record_summary")
    .select(["record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .orderBy("practitioner_id")
    .execute();
  const summed = new Map(rows.map(recordOf).map((record) => [recordKey(record), record]));
  return [...summed.values(), ...records.filter((record) => !summed.has(recordKey(record)))];
}

/** The counts of these records, without what else is kept of their comparisons. */
export async function selectRecordCounts(
  db: Database,
  { connectionId, indexId, records }: RosterOf & { records: readonly RecordKey[] },
): Promise<Map<string, RecordCounts>> {
  if (records.length === 0) return new Map();
  const rows = await db
    .selectFrom("record_summary")
    .select(["record_id", "same", "ours", "base_moved", "conflict", "differs", "outside", "held", "drafts"])
    .select(["unknown", "at_rest"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .execute();
  return new Map(rows.map((row) => [row.record_id, toRecordCounts(row)]));
}

const columns = {
  connection_id: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
  practitioner_id: "text",
  same: "integer",
  ours: "integer",
  base_moved: "integer",
  conflict: "integer",
  differs: "integer",
  outside: "integer",
  held: "integer",
  drafts: "integer",
  unknown: "integer",
  at_rest: "integer",
  phones: "text",
  names: "text",
  effective: "json",
  conflict_since: "timestamptz",
  base_moved_since: "timestamptz",
  outside_since: "timestamptz",
  compared_at: "timestamptz",
} as const;

/** Since when a count is above zero without a break. */
const since = (count: "conflict" | "base_moved" | "outside") =>
  sql<Date | null>`case when ${sql.ref(`excluded.${count}`)} > 0
    then coalesce(${sql.ref(`record_summary.${count}_since`)}, excluded.compared_at) end`;

const withSince = (row: Insertable<RecordSummaryTable>): Insertable<RecordSummaryTable> => ({
  ...row,
  conflict_since: row.conflict > 0 ? row.compared_at : null,
  base_moved_since: row.base_moved > 0 ? row.compared_at : null,
  outside_since: row.outside > 0 ? row.compared_at : null,
});

/** Stores the counts of comparisons. */
export async function upsertSummaries(
  trx: Transaction,
  rows: readonly Insertable<RecordSummaryTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto("record_summary")
    .columns(namesOf(columns))
    .expression(selectListed(inKeyOrder(rows.map(withSince), keyOfRecord), columns))
    .onConflict((conflict) =>
      conflict.columns(keyOfRecord).doUpdateSet((row) => ({
        practitioner_id: row.ref("excluded.practitioner_id"),
        same: row.ref("excluded.same"),
        ours: row.ref("excluded.ours"),
        base_moved: row.ref("excluded.base_moved"),
        conflict: row.ref("excluded.conflict"),
        differs: row.ref("excluded.differs"),
        outside: row.ref("excluded.outside"),
        held: row.ref("excluded.held"),
        drafts: row.ref("excluded.drafts"),
        unknown: row.ref("excluded.unknown"),
        at_rest: row.ref("excluded.at_rest"),
        phones: row.ref("excluded.phones"),
        names: row.ref("excluded.names"),
        effective: row.ref("excluded.effective"),
        conflict_since: since("conflict"),
        base_moved_since: since("base_moved"),
        outside_since: since("outside"),
        compared_at: row.ref("excluded.compared_at"),
      })),
    )
    .execute();
}

/** Locks the rows of these records until the transaction ends, and answers which of them nobody wrote since they were read. */
export async function lockUnwritten<Row extends RecordColumns>(
  trx: Transaction,
  rows: readonly Row[],
  kept: readonly KeptSummary[],
): Promise<Row[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const now = await trx
    .selectFrom("record_summary")
    .select(["record_type", "record_id", write])
    .where("connection_id", "=", first.connection_id)
    .where("index_id", "=", first.index_id)
    .where(amongRecords(rows.map(recordOf)))
    .orderBy(keyOrder(keyOfRecord))
    .forUpdate()
    .execute();
  const keyOf = (row: { record_type: string; record_id: string }) => recordKey(recordOf(row));
  const [before, after] = [kept, now].map((of) => new Map(of.map((row) => [keyOf(row), row.write])));
  return rows.filter((row) => before?.get(keyOf(row)) === after?.get(keyOf(row)));
}

/** By which names these records are found in the directories that are not archived; not those without names yet. */
export async function selectNamesOfSummaries(
  db: Database,
  {
    connectionId,
    standardIndex,
    records,
  }: { connectionId: string; standardIndex: string; records: readonly RecordKey[] },
): Promise<{ index_id: string; record_type: string; record_id: string; names: string }[]> {
  return await db
    .selectFrom("index_version")
    .innerJoin("record_summary", (join) =>
      join
        .onRef("record_summary.connection_id", "=", "index_version.connection_id")
        .onRef("record_summary.index_id", "=", "index_version.id"),
    )
    .select(["record_summary.index_id", "record_type", "record_id", "names"])
    .$narrowType<{ names: string }>()
    .where("names", "is not", null)
    .where("index_version.connection_id", "=", connectionId)
    .where("index_version.id", "!=", standardIndex)
    .where("archived_at", "is", null)
    .where(amongRecords(records))
    .execute();
}

/** Saves names of records that nobody has named otherwise since. */
export async function updateNamesOfSummaries(
  db: Database,
  {
    connectionId,
    indexId,
    renamed,
  }: RosterOf & { renamed: readonly { record: RecordKey; names: string; before: string }[] },
): Promise<void> {
  if (renamed.length === 0) return;
  const rows = renamed.map(({ record, ...row }) => ({ record_type: record.type, record_id: record.id, ...row }));
  await sql`update record_summary set names = listed.names
    from (${selectListed(inKeyOrder(rows, ["record_type", "record_id"]), { record_type: "text", record_id: "text", names: "text", before: "text" })}) as listed
    where connection_id = ${connectionId} and index_id = ${indexId} and record_summary.record_type = listed.record_type
      and record_summary.record_id = listed.record_id and record_summary.names = listed.before`.execute(db);
}

const verdicts = {
  same: sql<number>`sum(same)::integer`.as("same"),
  ours: sql<number>`sum(ours)::integer`.as("ours"),
  base_moved: sql<number>`sum(base_moved)::integer`.as("base_moved"),
  conflict: sql<number>`sum(conflict)::integer`.as("conflict"),
  differs: sql<number>`sum(differs)::integer`.as("differs"),
  outside: sql<number>`sum(outside)::integer`.as("outside"),
  held: sql<number>`sum(held)::integer`.as("held"),
  drafts: sql<number>`sum(drafts)::integer`.as("drafts"),
};

const counted = {
  ...verdicts,
  unknown: sql<number>`sum(unknown)::integer`.as("unknown"),
  at_rest: sql<number>`sum(at_rest)::integer`.as("at_rest"),
};

/** The counts of each practitioner with its schedules; without those never compared. */
export async function sumByPractitioner(
  db: Database,
  {
    connectionId,
    indexId,
    practitionerIds,
  }: { connectionId: string; indexId: string; practitionerIds: readonly string[] },
): Promise<Map<string, RecordCounts>> {
  if (practitionerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("record_summary")
    .select(["practitioner_id", ...Object.values(counted)])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("practitioner_id", "in", [...practitionerIds])
    .groupBy("practitioner_id")
    .execute();
  return new Map(rows.map((row) => [row.practitioner_id ?? "", toRecordCounts(row)]));
}

/** The summed counts of each of these index versions. */
export async function sumByIndex(
  db: Database | Transaction,
  connectionId: string,
  indexIds: readonly string[],
): Promise<Map<string, VerdictCounts>> {
  if (indexIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("verdict_count")
    .select(["index_id", ...Object.values(verdicts)])
    .where("connection_id", "=", connectionId)
    .where("index_id", "in", [...indexIds])
    .groupBy("index_id")
    .execute();
  return new Map(rows.map((row) => [row.index_id, toCounts(row)]));
}

export type CountColumns = Pick<
  RecordSummaryRow,
  "same" | "ours" | "base_moved" | "conflict" | "differs" | "outside" | "held" | "drafts"
>;

function toCounts({ base_moved, same, ours, conflict, differs, outside, held, drafts }: CountColumns): VerdictCounts {
  return { same, ours, "base moved": base_moved, conflict, differs, outside, held, drafts };
}

/** The counts of a comparison, with the changes whose outcome is unknown, and those at rest. */
export interface RecordCounts {
  counts: VerdictCounts;
  unknown: number;
  atRest: number;
}

type RecordCountColumns = CountColumns & Pick<RecordSummaryRow, "unknown" | "at_rest">;

function toRecordCounts(row: RecordCountColumns): RecordCounts {
  return { counts: toCounts(row), unknown: row.unknown, atRest: row.at_rest };
}

export function toCountColumns({ "base moved": base_moved, ...counts }: VerdictCounts): CountColumns {
  return { ...counts, base_moved };
}

const undecidedCounts = {
  conflict: sql<number>`conflict`,
  moved: sql<number>`base_moved + outside`,
  outside: sql<number>`outside`,
  "base moved": sql<number>`base_moved`,
  any: sql<number>`conflict + base_moved + outside`,
};

/** The records of an index of which something waits for a decision, or whose counts are old, by practitioner. */
export async function selectUndecided(
  db: Database,
  {
    connectionId,
    indexId,
    only,
    uncounted,
    practitionerId,
    after,
    limit,
  }: {
    connectionId: string;
    indexId: string;
    only: keyof typeof undecidedCounts;
    /** Records whose counts are not derived again yet since something of them was decided. */
    uncounted: readonly RecordKey[];
    practitionerId: string | undefined;
    after: readonly [practitionerId: string, type: string, id: string] | undefined;
    limit: number;
  },
): Promise<{ rows: (RecordColumns & { practitioner_id: string | null })[]; total: number }> {
  const owner = sql<string>`coalesce(practitioner_id, '')`;
  const matching = db
    .selectFrom("record_summary")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(
      sql<boolean>`(conflict + base_moved + outside > 0 and ${undecidedCounts[only]} > 0${
        uncounted.length === 0 ? sql`` : sql` or ${amongRecords(uncounted)}`
      })`,
    )
    .$if(practitionerId !== undefined, (of) => of.where("practitioner_id", "=", practitionerId ?? null));
  const [rows, { total }] = await Promise.all([
    matching
      .select(["connection_id", "index_id", "record_type", "record_id", "practitioner_id"])
      .$if(after !== undefined, (of) =>
        of.where(sql<boolean>`(${owner}, record_type, record_id) > (${sql.join(after ?? [])})`),
      )
      .orderBy(owner)
      .orderBy("record_type")
      .orderBy("record_id")
      .limit(limit)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** Gives the counts of a record its assigned id; the counts of a practitioner's schedules follow it. */
export async function renameRecordInSummaries(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId, recordId }: AssignedId,
): Promise<void> {
  await trx
    .deleteFrom("record_summary")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", "=", provisionalId)
    .execute();
  await trx
    .updateTable("record_summary")
    .set({ practitioner_id: recordId })
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("practitioner_id", "=", provisionalId)
    .execute();
}

/** The shared records of each practitioner: those that it or its schedules refer to. */
const shared = ({ connectionId, indexId }: RosterOf) => sql`
  select distinct owner.practitioner_id, reference.target_type, reference.target_id
  from record_reference as reference
  join record_summary as owner on owner.connection_id = reference.connection_id and owner.index_id = reference.index_id
    and owner.record_type = reference.record_type and owner.record_id = reference.record_id
  where reference.connection_id = ${connectionId} and reference.index_id = ${indexId}`;

/** The counts of what each practitioner shares with others, such as the place of a schedule. */
export async function sumSharedByPractitioner(
  db: Database,
  { practitionerIds, ...place }: RosterOf & { practitionerIds: readonly string[] },
): Promise<Map<string, RecordCounts>> {
  if (practitionerIds.length === 0) return new Map();
  const counted = await sql<RecordCountColumns & { practitioner_id: string }>`
    select shared.practitioner_id, sum(same)::integer as same, sum(ours)::integer as ours, sum(base_moved)::integer as base_moved,
      sum(conflict)::integer as conflict, sum(differs)::integer as differs, sum(outside)::integer as outside,
      sum(held)::integer as held, sum(drafts)::integer as drafts, sum(unknown)::integer as unknown, sum(at_rest)::integer as at_rest
    from (${shared(place)} and owner.practitioner_id = any(${[...practitionerIds]}::text[])) as shared
    join record_summary as summary on summary.connection_id = ${place.connectionId} and summary.index_id = ${place.indexId}
      and summary.record_type = shared.target_type and summary.record_id = shared.target_id
    group by shared.practitioner_id`.execute(db);
  return new Map(counted.rows.map((row) => [row.practitioner_id, toRecordCounts(row)]));
}

/** Derives again how much these records need somebody, and the practitioners that they belong to, with what these share with others. */
export async function refreshNeed(
  trx: Transaction,
  { records, ...place }: RosterOf & { records: readonly RecordKey[] },
): Promise<void> {
  const { connectionId, indexId } = place;
  const schedules = records.filter(({ type }) => type !== "practitioner").map(({ id }) => id);
  await sql`
    with ${concernedBy({ ...place, records })},
    ${holding(place)},
    weighed as materialized (select ${connectionId} as connection_id, ${indexId} as index_id, 'practitioner' as record_type,
        held.practitioner_id as record_id, ${neededBy} as need from held ${ofHeld("record_summary", place)} as summary
        group by held.practitioner_id
      union all select connection_id, index_id, record_type, record_id, ${neededBy} from record_summary
        where connection_id = ${connectionId} and index_id = ${indexId} and record_type <> 'practitioner'
          and record_id = any(${schedules}::text[]) group by connection_id, index_id, record_type, record_id)
    update roster_entry as entry set need = ${keepingOverdue(sql`weighed.need`)} from weighed
    where ${sameRecord("entry", "weighed")} and entry.need <> ${keepingOverdue(sql`weighed.need`)}`.execute(trx);
}
