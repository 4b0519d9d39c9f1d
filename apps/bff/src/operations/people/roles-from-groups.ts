import { isDeepStrictEqual } from "node:util";
import { roles as roleOrder } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { consoleActors } from "#/context/console-actors.ts";
import { rolesText } from "./give-roles.ts";
import type { IdentityProvider, RoleOfGroup } from "#/context/identity-provider.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import {
  replaceRoles,
  type RoleRow,
  selectConnectionIds,
  selectRoles,
  selectWithoutAdministrator,
  setRolesFromGroups,
} from "#/store/tables/people/people.ts";
import { selectReferrerNames } from "#/store/tables/directories/referrers.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** The roles that these groups give together: without a limit if one of them gives the role so, else for the referrers of all. */
export function rolesOfGroups(table: readonly RoleOfGroup[], groups: readonly string[]): RoleRow[] {
  const held = new Set(groups);
  const same = Map.groupBy(
    table.filter(({ group }) => held.has(group)),
    ({ connectionId, role }) => `${connectionId} ${role}`,
  );
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const limits = [first, ...others].map(({ referrers }) => referrers);
    const referrers = limits.includes(null) ? null : [...new Set(limits.flatMap((ids) => ids ?? []))].toSorted();
    return [{ connectionId: first.connectionId, role: first.role, referrers }];
  });
}

/** Of these roles, what can be given: in connections that there are, for referrers that there are. */
export async function givableRoles(trx: Transaction, roles: readonly RoleRow[]): Promise<RoleRow[]> {
  const known = new Set(await selectConnectionIds(trx));
  const givable: RoleRow[] = [];
  for (const { connectionId, role, referrers } of roles) {
    if (!known.has(connectionId)) continue;
    const names = referrers === null ? null : await selectReferrerNames(trx, connectionId, referrers);
    givable.push({ connectionId, role, referrers: referrers?.filter((id) => names?.has(id)) ?? null });
  }
  return givable;
}

/**
 * Puts the roles of somebody's groups in place of all that they had, once a group gave them one. The last administrator of a
 * connection stays one. Returns whether anything was changed. The caller has locked the administrators and the person.
 */
export async function takeRolesFromGroups(
  deps: Pick<Deps, "clock">,
  trx: Transaction,
  {
    provider: { settings },
    person,
    groups,
    requestId,
  }: {
    provider: IdentityProvider;
    person: { id: string; name: string; roles_from_groups: boolean };
    groups: readonly string[];
    requestId: string;
  },
): Promise<boolean> {
  if (settings.groupRoles.length === 0) return false;
  const given = await givableRoles(trx, rolesOfGroups(settings.groupRoles, groups));
  if (given.length === 0 && !person.roles_from_groups) return false;
  const held = await selectRoles(trx, person.id);
  const now = deps.clock.now();
  const actor = consoleActors.identityProvider;
  if (!person.roles_from_groups) await setRolesFromGroups(trx, person.id);
  let changed = false;
  for (const connectionId of new Set([...held, ...given].map((role) => role.connectionId))) {
    const before = inOrder(held, connectionId);
    let after = inOrder(given, connectionId);
    if (isDeepStrictEqual(before, after)) continue;
    await replaceRoles(trx, { personId: person.id, connectionId, roles: after, by: actor, now });
    const wasAdministrator = before.some(({ role }) => role === "admin");
    if (wasAdministrator && (await selectWithoutAdministrator(trx, [connectionId])).length > 0) {
      after = [...after, { role: "admin", referrers: null }];
      if (isDeepStrictEqual(before, after)) continue;
      await replaceRoles(trx, { personId: person.id, connectionId, roles: after, by: actor, now });
    }
    changed = true;
    await appendJournal(trx, {
      connectionId,
      at: now,
      actor,
      subject: person.id,
      before,
      after,
      message: {
        code: "person.roles-from-groups",
        params: { person: person.name, provider: settings.label, before: rolesText(before), roles: rolesText(after) },
      },
      requestId,
    });
  }
  return changed;
}

function inOrder(roles: readonly RoleRow[], connectionId: string): Omit<RoleRow, "connectionId">[] {
  return roles
    .filter((role) => role.connectionId === connectionId)
    .map(({ role, referrers }) => ({ role, referrers: referrers?.toSorted() ?? null }))
    .toSorted((a, b) => roleOrder.indexOf(a.role) - roleOrder.indexOf(b.role));
}
