import type { KeyedRequest } from "#/runtime/call-origin.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/**
 * Keeps that a request had an effect, in the transaction of that effect. Another one with the same key, which another process
 * let in, ends here with its transaction.
 */
export async function keepEffect(
  trx: Transaction,
  { id, requestId, at, contentHash }: KeyedRequest,
  subject: string,
): Promise<void> {
  const kept = await trx
    .withSchema("public")
    .insertInto("keyed_request")
    .values({ id, at, request_id: requestId, content_hash: contentHash, subject })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ request_id: requestId }).where("keyed_request.request_id", "=", requestId),
    )
    .returning("id")
    .executeTakeFirst();
  if (kept === undefined) throw operationError("in_progress", "idempotency-key", { retryAfterSeconds: 1 });
}

export async function selectKeyedRequest(db: Database, id: string) {
  return await db.selectFrom("keyed_request").selectAll().where("id", "=", id).executeTakeFirst();
}

/** How many index versions, change sets and changes have one of these ids. */
export async function countAmong(db: Database, ids: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    (["index_version", "change_set", "change"] as const).map(
      async (table) =>
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("id", "in", [...ids])
          .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}

/** Keeps the answer of a request that had an effect; of any other there is nothing to keep. */
export async function keepAnswer(
  db: Database,
  { id, requestId }: KeyedRequest,
  answer: { status: number; answer: string | null },
): Promise<void> {
  await db.updateTable("keyed_request").set(answer).where("id", "=", id).where("request_id", "=", requestId).execute();
}

/** Forgets that a request had an effect, since that was taken back. */
export async function forgetEffect(trx: Transaction, subject: string): Promise<void> {
  await trx.withSchema("public").deleteFrom("keyed_request").where("subject", "=", subject).execute();
}

export async function deleteKeyedRequests(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("keyed_request").where("at", "<", before).execute();
}
