import type { JournalMessage, Reason } from "@dc/directory";
import { sql } from "kysely";
import { currentCallOrigin } from "#/runtime/call-origin.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { namesOf, selectListed, textArray } from "#/store/sql/row-lists.ts";
import { searchText } from "#/store/sql/search-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { keepEffect } from "./keyed-requests.ts";

export interface JournalEntry {
  connectionId: string | null;
  at: Date;
  actor: Actor;
  /** The id of the object of the action. */
  subject: string;
  indexId?: string | null;
  before?: unknown;
  after?: unknown;
  /** What happened: its code is the action. */
  message: JournalMessage;
  /** A person's reason in their words, or a reason of the console's. */
  why?: string | Reason | null;
  requestId: string | null;
}

/**
 * Appends rows to the journal, in this order, in the transaction of the change that they describe, with the address
 * of the request that is being answered. Never put a secret in `before` or `after`. Returns their numbers.
 */
export async function appendJournal(trx: Transaction, ...entries: readonly JournalEntry[]): Promise<number[]> {
  const [first] = entries;
  if (first === undefined) return [];
  const { address = null, keyedRequest } = currentCallOrigin();
  if (keyedRequest !== undefined) await keepEffect(trx, keyedRequest, first.subject);
  const rows = entries.map((entry) => ({
    connection_id: entry.connectionId,
    at: entry.at,
    actor: json(entry.actor),
    action: entry.message.code,
    subject: entry.subject,
    index_id: entry.indexId ?? null,
    before: jsonOrNull(entry.before),
    after: jsonOrNull(entry.after),
    message: json(entry.message),
    why: typeof entry.why === "string" ? entry.why : null,
    why_message: typeof entry.why === "object" ? jsonOrNull(entry.why) : null,
    request_id: entry.requestId,
    address,
  }));
  const searches = entries.map((entry) =>
    journalSearch({ ...entry, why: typeof entry.why === "string" ? entry.why : null }),
  );
  const { rows: appended } = await sql<{ seq: number }>`
    with appended as (insert into journal (${sql.join(namesOf(columns).map((name) => sql.ref(name)))})
        ${selectListed(rows, columns)} returning seq),
      placed as (select seq, row_number() over (order by seq) as place from appended),
      folded as (insert into journal_search (seq, search) select seq, listed.search
        from placed join unnest(${textArray(searches)}) with ordinality as listed (search, place) using (place))
    select seq from appended order by seq`.execute(trx);
  return appended.map(({ seq }) => Number(seq));
}

/** The folded text of an entry: who, what and why, with each name and value that is told. */
export function journalSearch({
  actor,
  message,
  sentence = null,
  why,
}: Pick<JournalEntry, "actor"> & {
  message: JournalMessage | null;
  sentence?: string | null;
  why: string | null;
}): string {
  return searchText(
    actor.name,
    ...textsIn(message === null || !("params" in message) ? null : message.params),
    sentence,
    why,
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const columns = {
  connection_id: "text",
  at: "timestamptz",
  actor: "json",
  action: "text",
  subject: "text",
  index_id: "text",
  before: "json",
  after: "json",
  message: "json",
  why: "text",
  why_message: "json",
  request_id: "text",
  address: "text",
} as const;

/** Whether somebody discarded a change set. */
export async function isDiscarded(trx: Transaction, changeSetId: string): Promise<boolean> {
  const { rows } = await sql`select from journal
    where subject = ${changeSetId} and action = 'change-set.discard' limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether the request that opened a set staged this change into it. */
export async function isOpenedWith(
  db: Database | Transaction,
  { changeSetId, changeId }: { changeSetId: string; changeId: string },
): Promise<boolean> {
  const { rows } = await sql`select from journal as opened join journal as staged using (request_id)
    where opened.subject = ${changeSetId} and opened.action = 'change-set.create'
      and staged.subject = ${changeId} and staged.action = 'change.stage'`.execute(db);
  return rows.length > 0;
}
