import type { RecordKey } from "@dc/directory";
import { type Selectable, sql } from "kysely";
import { amongRecords } from "#/store/sql/among-records.ts";
import type { OverrideTable } from "#/store/schema/ledger-tables.ts";
import type { Today } from "#/store/tables/records/verifications.ts";
import { hasEnded } from "./evidence.ts";
import { containsPattern } from "#/store/sql/search-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type OverrideRow = Selectable<OverrideTable>;

/** The stored overrides of an index. */
export async function selectOverrides(
  db: Database | Transaction,
  connectionId: string,
  indexId: string,
): Promise<OverrideRow[]> {
  return await db
    .selectFrom("override")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .orderBy("record_type")
    .orderBy("record_id")
    .orderBy("field")
    .orderBy("element")
    .execute();
}

export async function selectLedgerRevision(
  db: Database | Transaction,
  connectionId: string,
  indexId: string,
): Promise<number> {
  const row = await db
    .selectFrom("index_version")
    .select("ledger_revision")
    .where("connection_id", "=", connectionId)
    .where("id", "=", indexId)
    .executeTakeFirst();
  return Number(row?.ledger_revision ?? 0);
}

export interface OverrideFilter {
  connectionId: string;
  indexId: string;
  q: string | undefined;
  state: "applied" | "held" | "unknown" | "sending" | "deferred" | "ended" | undefined;
  today: Today;
}

const ofSameChange = sql`from override as other
  where other.connection_id = override.connection_id and other.index_id = override.index_id
    and other.record_type = override.record_type and other.record_id = override.record_id
    and other.field = override.field and other.change_id = override.change_id`;

const evidenceOfChange = sql`select from change join evidence on evidence.id = change.evidence_id
  where change.id = override.change_id`;

const isFirst = sql<boolean>`not exists (select ${ofSameChange} and other.element < override.element)`;
/** The rows of each change that decides something. */
function matching(db: Database | Transaction, { connectionId, indexId, q, state, today }: OverrideFilter) {
  let query = db
    .selectFrom("override")
    .leftJoin("roster_entry", (join) =>
      join
        .onRef("roster_entry.connection_id", "=", "override.connection_id")
        .onRef("roster_entry.index_id", "=", "override.index_id")
        .onRef("roster_entry.record_type", "=", "override.record_type")
        .onRef("roster_entry.record_id", "=", "override.record_id"),
    )
    .where("override.connection_id", "=", connectionId)
    .where("override.index_id", "=", indexId);
  if (state === "ended") query = query.where(sql<boolean>`exists (${evidenceOfChange} and ${hasEnded(today)})`);
  else if (state !== undefined) query = query.where("override.state", "=", state);
  if (q !== undefined && q.trim() !== "") {
    const pattern = containsPattern(q);
    query = query.where((where) =>
      where.or([
        where("roster_entry.search", "like", pattern),
        sql<boolean>`exists (select ${ofSameChange} and other.search like ${pattern})`,
        sql<boolean>`exists (${evidenceOfChange} and evidence.search like ${pattern})`,
      ]),
    );
  }
  return query;
}

/** The elements that each change decides, by its id; empty if it decides the whole field. */
export async function selectElements(
  db: Database | Transaction,
  { connectionId, indexId, records }: { connectionId: string; indexId: string; records: readonly RecordKey[] },
): Promise<Map<string, string[]>> {
  if (records.length === 0) return new Map();
  const rows = await db
    .selectFrom("override")
    .select(["change_id", "element"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .where("element", "!=", "")
    .orderBy("element")
    .execute();
  const byChange = Map.groupBy(rows, (row) => row.change_id);
  return new Map([...byChange].map(([id, ofChange]) => [id, ofChange.map(({ element }) => element)]));
}

/** Overrides of an index by record, field and element, after a cursor's key: of each change the first of its elements. */
export async function selectOverridePage(
  db: Database | Transaction,
  {
    after,
    limit,
    ...filter
  }: OverrideFilter & { after: readonly [string, string, string, string] | null; limit: number },
) {
  let query = matching(db, filter).where(isFirst);
  if (after !== null) {
    query = query.where((where) =>
      where(
        where.refTuple("override.record_type", "override.record_id", "override.field", "override.element"),
        ">",
        where.tuple(...after),
      ),
    );
  }
  return await query
    .selectAll("override")
    .select(["roster_entry.name as record_name", "roster_entry.practitioner_id as practitioner_id"])
    .orderBy("override.record_type")
    .orderBy("override.record_id")
    .orderBy("override.field")
    .orderBy("override.element")
    .limit(limit)
    .execute();
}

export async function countOverrides(db: Database | Transaction, filter: OverrideFilter): Promise<number> {
  const changes = matching(db, filter).select("override.change_id").distinct();
  const { count } = await db
    .selectFrom(changes.as("change"))
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
