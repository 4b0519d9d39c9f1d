import type { Actor } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { randomText } from "#/runtime/new-id.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { insertPersonLink, withdrawPersonLinks } from "#/store/tables/account/sign-in-methods.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

const LINK_LASTS_MS = 24 * 60 * 60 * 1000;

/** Stores a new one-time link of a person, and answers its secret, of which a hash is kept. Earlier links end. */
export async function insertNewLink(
  { clock, newId }: Pick<Deps, "clock" | "newId">,
  trx: Transaction,
  { personId, kind, createdBy }: { personId: string; kind: "invitation" | "reset"; createdBy: Actor },
): Promise<{ secret: string; expiresAt: Date }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LINK_LASTS_MS);
  const secret = randomText(40);
  await withdrawPersonLinks(trx, personId, now);
  await insertPersonLink(trx, {
    id: newId("lnk"),
    person_id: personId,
    kind,
    secret_hash: hashSecret(secret),
    createdBy,
    created_at: now,
    expires_at: expiresAt,
  });
  return { secret, expiresAt };
}
