import type { Database } from "#/store/sql/transaction.ts";

interface OfPerson {
  connectionId: string;
  personId: string;
}

/** What a person put off, by the ids of the entries. */
export async function selectPutOff(
  db: Database,
  { connectionId, personId }: OfPerson,
): Promise<Map<string, { cameAt: Date; until: Date | null }>> {
  const rows = await db
    .selectFrom("inbox_put_off")
    .select(["entry_id", "came_at", "until_at"])
    .where("connection_id", "=", connectionId)
    .where("person_id", "=", personId)
    .execute();
  return new Map(rows.map((row) => [row.entry_id, { cameAt: row.came_at, until: row.until_at }]));
}

export async function upsertPutOff(
  db: Database,
  {
    connectionId,
    personId,
    entries,
    until,
  }: OfPerson & { entries: readonly { id: string; at: Date }[]; until: Date | null },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ id, at }) => ({
    connection_id: connectionId,
    person_id: personId,
    entry_id: id,
    came_at: at,
    until_at: until,
  }));
  await db
    .insertInto("inbox_put_off")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["connection_id", "person_id", "entry_id"])
        .doUpdateSet((row) => ({ came_at: row.ref("excluded.came_at"), until_at: row.ref("excluded.until_at") })),
    )
    .execute();
}

export async function deletePutOff(
  db: Database,
  { connectionId, personId, ids }: OfPerson & { ids: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom("inbox_put_off")
    .where("connection_id", "=", connectionId)
    .where("person_id", "=", personId)
    .where("entry_id", "in", [...ids])
    .execute();
}

/** Forgets what was put off until now: it has waited again since. */
export async function deletePutOffBefore(
  db: Database,
  { connectionId, personId, now }: OfPerson & { now: Date },
): Promise<void> {
  await db
    .deleteFrom("inbox_put_off")
    .where("connection_id", "=", connectionId)
    .where("person_id", "=", personId)
    .where("until_at", "<=", now)
    .execute();
}
