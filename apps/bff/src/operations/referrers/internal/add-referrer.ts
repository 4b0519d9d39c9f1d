import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { insertReferrer, type ReferrerRow } from "#/store/tables/directories/referrers.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

export async function addReferrer(
  context: RequestContext,
  trx: Transaction,
  {
    name,
    practitionerId,
    contact,
    ownerId,
  }: { name: string; practitionerId: string | null; contact: string; ownerId: string | null },
): Promise<ReferrerRow> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const row = await insertReferrer(trx, {
    connection_id: connection.id,
    id: deps.newId("ref"),
    name,
    practitioner_id: practitionerId,
    contact,
    owner_id: ownerId,
    created_at: now,
    created_by: json(actor),
  });
  await journal(context, trx, {
    subject: row.id,
    after: journalledReferrer(row),
    message: { code: "referrer.create", params: { by: actor.name, name } },
  });
  return row;
}

export function journalledReferrer({ name, practitioner_id, contact, owner_id, archived_at }: ReferrerRow) {
  return { name, practitionerId: practitioner_id, contact, owner: owner_id, archived: archived_at !== null };
}
