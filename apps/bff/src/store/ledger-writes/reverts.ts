import { sql } from "kysely";
import { oneOf } from "#/store/sql/row-lists.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

const AT_ONCE = 1000;

/** Notes which changes take back which. */
export async function insertReverts(
  trx: Transaction,
  reverts: readonly { changeId: string; revertedId: string }[],
): Promise<void> {
  for (let index = 0; index < reverts.length; index += AT_ONCE)
    await trx
      .insertInto("change_revert")
      .values(
        reverts
          .slice(index, index + AT_ONCE)
          .map(({ changeId, revertedId }) => ({ change_id: changeId, reverted_id: revertedId })),
      )
      .execute();
}

/** Notes of changes that others are sent once more by what these took back. */
export async function copyReverts(trx: Transaction, copies: readonly string[]): Promise<void> {
  await sql`insert into change_revert (change_id, reverted_id)
    select copy.id, revert.reverted_id from change as copy join change_revert as revert on revert.change_id = copy.retry_of_id
    where copy.id = ${oneOf(copies)}`.execute(trx);
}
