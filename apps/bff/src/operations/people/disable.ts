import type { ListedPerson } from "@dc/contract";
import type { JournalMessage } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { lapseApprovalsOf } from "#/ledger/return-to-review.ts";
import { journal } from "#/context/journal.ts";
import {
  lockAdministrators,
  selectRoles,
  selectWithoutAdministrator,
  setDisabled,
} from "#/store/tables/people/people.ts";
import { deleteSessions, journalsItself, withdrawPersonLinks } from "#/store/tables/account/sign-in-methods.ts";
import { revokeShareLinksOf } from "#/store/tables/directories/share-links.ts";
import { revokeTokensOf } from "#/store/tables/people/tokens.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { managedPerson } from "./internal/managed-person.ts";
import { loadPerson } from "./list.ts";

/**
 * Lets somebody in no more, from the next request on: their sessions, tokens, links of any kind and the sign-ins that they began end for
 * good. Nobody is deleted, so that their name stays in the record.
 */
export async function disablePerson(context: RequestContext, personId: string): Promise<ListedPerson> {
  const { actor, deps } = context;
  const now = deps.clock.now();
  const disabled = await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    const led = (await selectRoles(trx, personId)).filter(({ role }) => role === "admin");
    const connectionIds = led.map(({ connectionId }) => connectionId);
    await lockAdministrators(trx, connectionIds);
    const person = await managedPerson(context, trx, personId);
    if (person.disabled_at !== null) throw operationError("wrong_state", "already-disabled", { name: person.name });
    await setDisabled(trx, personId, { by: actor, now });
    if ((await selectWithoutAdministrator(trx, connectionIds)).length > 0)
      throw operationError("wrong_state", "last-administrator", { name: person.name });
    await deleteSessions(trx, personId, "all");
    await withdrawPersonLinks(trx, personId, now);
    const tokens = await revokeTokensOf(trx, personId, now);
    await revokeShareLinksOf(trx, personId, now);
    const params = { by: actor.name, person: person.name, tokens };
    return await journalled(context, trx, personId, { code: "person.disable", params });
  });
  await deps.tokens.refresh();
  await lapseApprovalsOf(deps.connections.all(), personId);
  return disabled;
}

/**
 * Lets somebody in again, with the roles and the password that they had. Tokens of whoever was disabled by an earlier version
 * are revoked here.
 */
export async function enablePerson(context: RequestContext, personId: string): Promise<ListedPerson> {
  const { actor, deps } = context;
  const enabled = await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    const person = await managedPerson(context, trx, personId);
    if (person.disabled_at === null) throw operationError("wrong_state", "not-disabled", { name: person.name });
    await setDisabled(trx, personId, null);
    const tokens = await revokeTokensOf(trx, personId, deps.clock.now());
    const params = { by: actor.name, person: person.name, tokens };
    return await journalled(context, trx, personId, { code: "person.enable", params });
  });
  await deps.tokens.refresh();
  return enabled;
}

async function journalled(
  context: RequestContext,
  trx: Transaction,
  personId: string,
  message: Extract<JournalMessage, { code: "person.disable" | "person.enable" }>,
): Promise<ListedPerson> {
  await journal(context, trx, {
    connectionId: null,
    subject: personId,
    message,
  });
  return await loadPerson(context, trx, personId);
}
