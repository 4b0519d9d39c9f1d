import { sql } from "kysely";
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

/** Lets a copy take back what the change takes back of which it is one. */
export async function copyReverts(trx: Transaction, from: string, to: string): Promise<void> {
  await sql`insert into change_revert (change_id, reverted_id)
    select ${to}, reverted_id from change_revert where change_id = ${from}`.execute(trx);
}
