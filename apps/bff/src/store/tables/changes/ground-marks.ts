import { indexRecordKey } from "@dc/directory";
import { type RawBuilder, sql } from "kysely";
import { type RecordAt, recordAt } from "#/store/sql/among-records.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { comparedStates, stateNow } from "./changes.ts";
import { writtenRow } from "./read-ahead.ts";

/** The records of which a set has changes, with their number. */
export async function selectRecordsOfSet(
  db: Database | Transaction,
  changeSetId: string,
): Promise<(RecordAt & { changes: number })[]> {
  const rows = await db
    .selectFrom("change")
    .select(({ fn }) => ["index_id", "record_type", "record_id", fn.countAll<number>().as("changes")])
    .where("change_set_id", "=", changeSetId)
    .groupBy(["index_id", "record_type", "record_id"])
    .execute();
  return rows.map((row) => ({ ...recordAt(row), changes: Number(row.changes) }));
}

interface MarkedIn {
  connectionId: string;
  standardIndex: string;
}

/**
 * By `indexRecordKey`, a number that is another one once anything is another that the changes of a record stand on: any change of
 * it in one of the compared states, the state that one reads as, or what is kept of the record in its index or in the standard one.
 * Each row is told by the transaction that wrote it, also where whoever is limited does not see it. The numbers of several records
 * are added by `xor`.
 */
export async function selectGroundMarks(
  trx: Transaction,
  of: MarkedIn,
  records: readonly RecordAt[],
): Promise<ReadonlyMap<string, bigint>> {
  const column = (values: string[]) => sql`${values}::text[]`;
  const places = sql`select * from unnest(${column(records.map(({ indexId }) => indexId))},
    ${column(records.map(({ record }) => record.type))}, ${column(records.map(({ record }) => record.id))})`;
  const { rows } = await sql<{ index_id: string; record_type: string; record_id: string; mark: string }>`
    ${markedOfEach(of, places)} select index_id, record_type, record_id, bit_xor(mark)::text as mark from marked
    group by index_id, record_type, record_id`.execute(trx);
  return new Map(rows.map((row) => [indexRecordKey(recordAt(row)), BigInt(row.mark)]));
}

/** The same of all records of a set whose ids end with the same character, by that character. */
export async function selectGroundMarksOfSet(
  trx: Transaction,
  of: MarkedIn,
  changeSetId: string,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ last: string; mark: string }>`
    ${marked(of, placesOfSet(changeSetId))} select right(record_id, 1) as last, bit_xor(mark)::text as mark from marked group by 1`.execute(
    trx,
  );
  return new Map(rows.map(({ last, mark }) => [last, BigInt(mark)]));
}

/** One of several parts into which the records of a set are divided by their ids. */
interface PartOfSet {
  part: number;
  of: number;
}

/** The same of all records of a set together, or of a part of them. */
export async function selectGroundMarkOfSet(
  db: Database | Transaction,
  of: MarkedIn,
  changeSetId: string,
  only?: PartOfSet,
): Promise<bigint> {
  const places =
    only === undefined
      ? placesOfSet(changeSetId)
      : sql`${placesOfSet(changeSetId)} and ascii(right(record_id, 1)) % ${sql.lit(only.of)} = ${only.part}::integer`;
  const { rows } = await sql<{ mark: string | null }>`
    ${marked(of, places)} select bit_xor(mark)::text as mark from marked`.execute(db);
  return BigInt(rows[0]?.mark ?? 0);
}

/** The character that an id ends with. */
export function endingOf(id: string): string {
  return Array.from(id).at(-1) ?? "";
}

const states = sql.join(comparedStates.map((state) => sql.lit(state)));

const placesOfSet = (changeSetId: string) =>
  sql`select distinct index_id, record_type, record_id from public.change where change_set_id = ${changeSetId}`;

function marked({ connectionId, standardIndex }: MarkedIn, places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with place (index_id, record_type, record_id) as materialized (${places}),
    marked as (
      select place.*, hashtextextended(${stateNow}, ${writtenRow("change")}) as mark
      from place join public.change using (index_id, record_type, record_id)
      where connection_id = ${connectionId} and change.state in (${states})
      union all
      select place.*, hashtextextended(place.index_id, ${writtenRow("reading")})
      from place join public.reading using (record_type, record_id)
      where connection_id = ${connectionId} and reading.index_id in (place.index_id, ${standardIndex}))`;
}

/**
 * The same, of which each place is looked up by the whole key: of few places the planner otherwise joins them with all rows there
 * are, or does not, by how many it takes them for when it plans.
 */
function markedOfEach({ connectionId, standardIndex }: MarkedIn, places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with place (index_id, record_type, record_id) as materialized (${places}),
    marked as (
      select place.*, of_change.mark from place cross join lateral (
        select hashtextextended(${stateNow}, ${writtenRow("change")}) as mark from public.change
        where connection_id = ${connectionId} and change.index_id = place.index_id
          and change.record_type = place.record_type and change.record_id = place.record_id
          and change.state in (${states}) offset 0) as of_change
      union all
      select place.*, of_reading.mark from place cross join lateral (
        select hashtextextended(place.index_id, ${writtenRow("reading")}) as mark from public.reading
        where connection_id = ${connectionId} and reading.index_id in (place.index_id, ${standardIndex})
          and reading.record_type = place.record_type and reading.record_id = place.record_id offset 0) as of_reading)`;
}
