import type { LinkedAccount, LinkSecret } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { isPersonLinkLive, selectPersonLink } from "#/store/tables/account/sign-in-methods.ts";
import { selectListedPerson } from "#/store/tables/people/people.ts";

/** Whose account a one-time link is for: what whoever has it learns by using it, and no more. It stays unused. */
export async function readLink({ clock, wholeStore }: Deps, { secret }: LinkSecret): Promise<LinkedAccount> {
  const secretHash = hashSecret(secret);
  const isLive = await isPersonLinkLive(wholeStore.db, { secretHash, now: clock.now() });
  const link = isLive ? await selectPersonLink(wholeStore.db, secretHash) : undefined;
  const person = link === undefined ? undefined : await selectListedPerson(wholeStore.db, link.person_id);
  if (link === undefined || person === undefined || person.disabled_at !== null)
    throw operationError("forbidden", "link-ended");
  return { kind: link.kind, name: person.name, email: person.email, expiresAt: link.expires_at.toISOString() };
}
