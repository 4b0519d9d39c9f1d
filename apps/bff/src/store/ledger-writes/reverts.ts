import { sql } from "kysely";
import { selectListed } from "#/store/sql/row-lists.ts";
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

/** Lets copies take back what the changes take back of which they are. */
export async function copyReverts(trx: Transaction, pairs: readonly { from: string; to: string }[]): Promise<void> {
  await sql`insert into change_revert (change_id, reverted_id)
    select pairs."to", reverted_id from (${selectListed(pairs, { from: "text", to: "text" })}) as pairs
    join change_revert on change_id = pairs."from"`.execute(trx);
}
