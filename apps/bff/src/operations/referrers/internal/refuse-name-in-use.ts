import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectReferrersOfName } from "#/store/tables/directories/referrers.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/**
 * Asks whoever gives a referrer a name that another one has whether that one is meant. It is asked of what the caller sees
 * and of nothing else, so that the answer tells nothing of others; a name stands for nobody, and may be there several times.
 */
export async function refuseNameInUse(
  { connection }: RequestContext,
  trx: Transaction,
  { name, pointer, otherThan }: { name: string; pointer: string; otherThan?: string },
): Promise<void> {
  const named = (await selectReferrersOfName(trx, connection.id, name)).filter(({ id }) => id !== otherThan);
  if (named.length === 0) return;
  throw operationError("already_exists", "referrer-name", {
    name,
    pointer,
    existing: named.map((row) => ({
      id: row.id,
      name: row.name,
      practitionerId: row.practitioner_id,
      contact: row.contact,
    })),
  });
}
