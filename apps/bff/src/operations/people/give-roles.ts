import { type GivenRole, type ListedPerson, type RolesInput, roles as roleOrder } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError, type OperationError } from "#/runtime/errors.ts";
import type { IdentityProvider } from "#/context/identity-provider.ts";
import { lapseApprovalsOf } from "#/ledger/return-to-review.ts";
import { journal } from "#/context/journal.ts";
import {
  lockAdministrators,
  lockPerson,
  replaceRoles,
  selectRoles,
  selectWithoutAdministrator,
} from "#/store/tables/people/people.ts";
import { transact } from "#/store/sql/transaction.ts";
import { refuseUngivable } from "./internal/refuse-ungivable.ts";
import { loadPerson, rolesVersion } from "./list.ts";

/** Gives a person these roles in a connection in place of all that they had there, if they are still those that were seen. */
export async function giveRoles(
  context: RequestContext,
  { personId, connectionId }: { personId: string; connectionId: string },
  { roles, rolesVersion: seenVersion }: RolesInput,
): Promise<ListedPerson> {
  const { actor, deps } = context;
  await refuseUngivable(context, connectionId, roles, (index) => `/roles/${index}`);
  const now = deps.clock.now();
  const given = await transact(deps.wholeStore.db, async (trx) => {
    await lockAdministrators(trx, [connectionId]);
    const person = await lockPerson(trx, personId);
    if (person === undefined) throw operationError("not_found", "person");
    if (person.roles_from_groups && deps.identityProvider !== undefined)
      throw groupsDecide(person, deps.identityProvider);
    const held = await selectRoles(trx, personId);
    if (rolesVersion(held) !== seenVersion) throw operationError("version_mismatch", "roles", { name: person.name });
    const before = held.filter((role) => role.connectionId === connectionId);
    await replaceRoles(trx, { personId, connectionId, roles, by: actor, now });
    if (
      (await selectWithoutAdministrator(trx, [connectionId])).length > 0 &&
      before.some(({ role }) => role === "admin")
    )
      throw operationError("wrong_state", "last-connection-administrator", { name: person.name });
    await journal(context, trx, {
      connectionId,
      subject: personId,
      before: before.map(({ role, referrers }) => ({ role, referrers })),
      after: roles,
      message: {
        code: "person.roles",
        params: { by: actor.name, person: person.name, before: rolesText(before), roles: rolesText(roles) },
      },
    });
    return await loadPerson(context, trx, personId);
  });
  await deps.tokens.refresh();
  await lapseApprovalsOf(deps.connections.all(), personId);
  return given;
}

function groupsDecide({ name }: { name: string }, { settings: { label } }: IdentityProvider): OperationError {
  return operationError("wrong_state", "groups-give-roles", { name, label });
}

/** Roles for the journal: "editor for 2 referrers, viewer". */
export function rolesText(
  roles:
    | readonly Pick<GivenRole, "role" | "referrers">[]
    | readonly { role: string; referrers: readonly string[] | null }[],
): string {
  const words = roles
    .toSorted((a, b) => placeOf(a.role) - placeOf(b.role))
    .map(({ role, referrers }) =>
      referrers === null
        ? role
        : `${role} for ${referrers.length === 1 ? "1 referrer" : `${referrers.length} referrers`}`,
    );
  return words.length === 0 ? "no role" : words.join(", ");
}

function placeOf(role: string): number {
  return roleOrder.findIndex((known) => known === role);
}
