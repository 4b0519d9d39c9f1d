import { sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import { namesOf, oneOf, selectListed } from "#/store/sql/row-lists.ts";
import { searchText } from "#/store/sql/search-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { ChangeRow } from "./changes.ts";

/** Why a value was set, as stored. */
export interface Evidence {
  reason: string;
  source: string | null;
  verifiedOn: string | null;
  reviewBy: string | null;
  /** The days from and until which the change holds. */
  from: string | null;
  until: string | null;
}

export interface NewEvidence {
  id: string;
  connectionId: string;
  evidence: Evidence;
  actor: Actor;
  now: Date;
}

/** Inserts the evidence; one row may serve many changes. */
export async function insertEvidence(trx: Transaction, ...given: readonly NewEvidence[]): Promise<void> {
  if (given.length === 0) return;
  const rows = given.map(({ id, connectionId, evidence, actor, now }) => ({
    id,
    connection_id: connectionId,
    reason: evidence.reason,
    search: searchText(evidence.reason),
    source: evidence.source,
    verified_on: evidence.verifiedOn,
    review_by: evidence.reviewBy,
    from_day: evidence.from,
    until_day: evidence.until,
    created_by: json(actor),
    created_at: now,
  }));
  await trx.insertInto("evidence").columns(namesOf(columns)).expression(selectListed(rows, columns)).execute();
}

const columns = {
  id: "text",
  connection_id: "text",
  reason: "text",
  search: "text",
  source: "text",
  verified_on: "date",
  review_by: "date",
  from_day: "date",
  until_day: "date",
  created_by: "json",
  created_at: "timestamptz",
} as const;

/** Evidence by id; days stay as they were written. */
export async function selectEvidence(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, Evidence>> {
  if (ids.length === 0) return new Map();
  const day = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
  const rows = await db
    .selectFrom("evidence")
    .select([
      "id",
      "reason",
      "source",
      day("verified_on").as("verifiedOn"),
      day("review_by").as("reviewBy"),
      day("from_day").as("from"),
      day("until_day").as("until"),
    ])
    .where("id", "=", oneOf(ids))
    .execute();
  return new Map(rows.map(({ id, ...evidence }) => [id, evidence]));
}

/** The first day, YYYY-MM-DD, of each of these pieces of evidence that holds from a later day than this one. */
export async function selectLaterFirstDays(
  db: Database | Transaction,
  { connectionId, ids, today }: { connectionId: string; ids: readonly string[]; today: string },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    with later as materialized (
      select id, from_day from evidence where connection_id = ${connectionId} and from_day > ${today}::date)
    select id, to_char(from_day, 'YYYY-MM-DD') as day from later where id = ${oneOf(ids)}`.execute(db);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** Copies evidence for another set, with who gave it and when. */
export async function copyEvidence(trx: Transaction, from: string, to: string): Promise<void> {
  await sql`insert into evidence (id, connection_id, reason, search, source, verified_on, review_by, from_day, until_day, created_by, created_at)
    select ${to}, connection_id, reason, search, source, verified_on, review_by, from_day, until_day, created_by, created_at
    from evidence where id = ${from}`.execute(trx);
}

/** Of a query of overrides with their changes and evidence: the last day on which each holds, as was said last. */
export const untilDay = sql`(case when change.until_said is null then evidence.until_day
  else (change.until_said ->> 'until')::date end)`;

/** Of a change that was read: the same. */
export const lastDayOf = ({ until_said: said }: Pick<ChangeRow, "until_said">, given: Evidence | null | undefined) =>
  said === null ? (given?.until ?? null) : said.until;

export const hasEnded = ({ today }: { today: string }) =>
  sql<boolean>`(evidence.until_day is not null and coalesce(${untilDay} < ${today}::date, false))`;
