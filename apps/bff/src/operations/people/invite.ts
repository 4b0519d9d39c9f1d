import type { InvitePersonInput, PersonLink } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { journal } from "#/context/journal.ts";
import { insertPerson, replaceRoles, selectListedPerson } from "#/store/tables/people/people.ts";
import { journalsItself, withdrawPersonLinks } from "#/store/tables/account/sign-in-methods.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { rolesText } from "./give-roles.ts";
import { insertNewLink } from "./internal/insert-new-link.ts";
import { refuseUngivable } from "./internal/refuse-ungivable.ts";
import { managedPerson } from "./internal/managed-person.ts";
import { loadPerson } from "./list.ts";

/** Adds somebody with their roles, and answers the one-time link with which they choose a password. No mail is sent. */
export async function invitePerson(
  context: RequestContext,
  { name, email, roles }: InvitePersonInput,
): Promise<PersonLink> {
  const { actor, deps } = context;
  const byConnection = Map.groupBy(roles, ({ connectionId }) => connectionId);
  for (const [connectionId, given] of byConnection)
    await refuseUngivable(
      context,
      connectionId,
      given,
      (index) => `/roles/${roles.findIndex((role) => role === given[index])}`,
    );
  const now = deps.clock.now();
  return await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    const personId = await insertPerson(trx, { id: deps.newId("per"), name, email, now });
    if (personId === undefined) throw operationError("already_exists", "e-mail-address", { pointer: "/email" });
    for (const [connectionId, given] of byConnection)
      await replaceRoles(trx, { personId, connectionId, roles: given, by: actor, now });
    for (const [connectionId, given] of byConnection)
      await journal(context, trx, {
        connectionId,
        subject: personId,
        after: { name, email, roles: given },
        message: { code: "person.invite", params: { by: actor.name, person: name, roles: rolesText(given) } },
      });
    return await newLink(context, trx, personId, "invitation");
  });
}

/** Makes a new one-time link: to enter for the first time, or to choose another password. Earlier links end. */
export async function makePersonLink(context: RequestContext, personId: string): Promise<PersonLink> {
  const { actor, deps } = context;
  return await transact(deps.wholeStore.db, async (trx) => {
    const person = await managedPerson(context, trx, personId);
    if (person.disabled_at !== null) throw operationError("wrong_state", "disabled", { name: person.name });
    // Also for who has entered without a password: whoever did that must not stay in beside the person whom it is for.
    const kind = (await selectListedPerson(trx, personId))?.has_entered === true ? "reset" : "invitation";
    await journal(context, trx, {
      connectionId: null,
      subject: personId,
      message: { code: "person.link", params: { by: actor.name, person: person.name, kind } },
    });
    return await newLink(context, trx, personId, kind);
  });
}

/** Ends the link of a person that was not used yet. */
export async function withdrawPersonLink(context: RequestContext, personId: string): Promise<void> {
  const { actor, deps } = context;
  const now = deps.clock.now();
  await transact(deps.wholeStore.db, async (trx) => {
    const person = await managedPerson(context, trx, personId);
    if ((await withdrawPersonLinks(trx, personId, now)) === 0) throw operationError("not_found", "link");
    await journal(context, trx, {
      connectionId: null,
      subject: personId,
      message: { code: "person.withdraw-link", params: { by: actor.name, person: person.name } },
    });
  });
}

async function newLink(
  context: RequestContext,
  trx: Transaction,
  personId: string,
  kind: PersonLink["kind"],
): Promise<PersonLink> {
  const { actor, deps } = context;
  const { secret, expiresAt } = await insertNewLink(deps, trx, { personId, kind, createdBy: actor });
  return { person: await loadPerson(context, trx, personId), kind, secret, expiresAt: expiresAt.toISOString() };
}
