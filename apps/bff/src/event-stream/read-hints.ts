import { sql } from "kysely";
import type { Secrets } from "#/runtime/secrets.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** What a sealed entry of the journal says has changed. */
export interface SealedHint {
  /** Its sealed number, which is told to nobody who is limited. */
  number: number;
  /** Its id as an event: that of its entry. */
  id: string;
  action: string;
  subject: string;
  indexId: string | null;
}

/** In the sealed order, after one number and up to another. */
export async function readHintsAfter(
  db: Database,
  secrets: Secrets,
  { connectionId, after, to, limit }: { connectionId: string; after: number; to: number; limit: number },
): Promise<SealedHint[]> {
  const rows = await db
    .selectFrom("journal")
    .select(["sealed_seq", "seq", "action", "subject", "index_id"])
    .where("sealed_seq", ">", after)
    .where("sealed_seq", "<=", to)
    .where("action", "<>", "request.refuse")
    .where((where) => where.or([where("connection_id", "=", connectionId), where("connection_id", "is", null)]))
    .orderBy("sealed_seq")
    .limit(limit)
    .execute();
  return rows.map(({ sealed_seq, seq, action, subject, index_id }) => ({
    number: Number(sealed_seq),
    id: secrets.hideNumber(Number(seq), "entry"),
    action,
    subject,
    indexId: index_id,
  }));
}

/** The newest sealed entry that is seen; where there is none, its number is 0, and its id that of the place before the first. */
export async function readNewestSeen(
  db: Database,
  secrets: Secrets,
  connectionId: string,
): Promise<{ number: number; id: string }> {
  const row = await db
    .selectFrom("journal")
    .select(["sealed_seq", "seq"])
    .where("sealed_seq", "is not", null)
    .where((where) => where.or([where("connection_id", "=", connectionId), where("connection_id", "is", null)]))
    .orderBy("sealed_seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return { number: Number(row?.sealed_seq ?? 0), id: secrets.hideNumber(Number(row?.seq ?? 0), "entry") };
}

/** The sealed number of the entry with this event id, 0 before the first one; undefined where the caller sees none. */
export async function readPlaceOf(
  db: Database,
  secrets: Secrets,
  eventId: string | undefined,
): Promise<number | undefined> {
  const seq = eventId === undefined ? undefined : secrets.findNumber(eventId, "entry");
  if (seq === undefined || seq === 0) return seq;
  const { rows } = await sql<{ number: number }>`
    select sealed_seq as number from journal where seq = ${seq} and sealed_seq is not null`.execute(db);
  return rows[0] === undefined ? undefined : Number(rows[0].number);
}
