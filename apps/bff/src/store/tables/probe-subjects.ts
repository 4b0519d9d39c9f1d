import type { Database } from "#/store/sql/transaction.ts";

/** A schedule and its practitioner that a roster knows and that were found there, those of the standard index first. */
export async function selectProbeSubjects(
  db: Database,
  connectionId: string,
  standardIndex: string,
): Promise<{ schedule: string | undefined; practitioner: string | undefined }> {
  const found = db
    .selectFrom("roster_entry")
    .select(["record_id", "practitioner_id"])
    .where("connection_id", "=", connectionId)
    .where("state", "=", "found")
    // What was made here has no id of the service's, and is not in every index.
    .where("record_id", "not like", "new\\_%")
    .where("source", "!=", "created")
    .orderBy((order) => order.case().when("index_id", "=", standardIndex).then(0).else(1).end())
    .orderBy("record_id")
    .limit(1);
  const schedule = await found.where("record_type", "=", "schedule").executeTakeFirst();
  const practitioner =
    schedule?.practitioner_id ?? (await found.where("record_type", "=", "practitioner").executeTakeFirst())?.record_id;
  return { schedule: schedule?.record_id, practitioner };
}
