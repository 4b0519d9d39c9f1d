import { type HeldRole, type ListedPerson, type PeoplePage, type PeopleQuery, reachOf } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import {
  countPeople,
  type ListedPersonRow,
  type RoleRow,
  selectListedPerson,
  selectPeople,
} from "#/store/tables/people/people.ts";
import { selectReferrerNames } from "#/store/tables/directories/referrers.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** A page of everybody with an account, by name, with their roles where the caller administers. */
export async function listPeople(context: RequestContext, { q, cursor, limit }: PeopleQuery): Promise<PeoplePage> {
  const { db } = context.deps.wholeStore;
  const rows = await selectPeople(db, { q, after: readCursor(cursor, ["text", "text"]) ?? null, limit });
  const { items, nextCursor } = cutPage(rows, limit, ({ search, id }) => [search, id]);
  return {
    items: await describePeople(context, db, items),
    nextCursor,
    total: null,
    counts: await countPeople(db),
  };
}

export async function loadPerson(
  context: RequestContext,
  db: Database | Transaction,
  id: string,
): Promise<ListedPerson> {
  const row = await selectListedPerson(db, id);
  if (row === undefined) throw operationError("not_found", "person");
  const [described] = await describePeople(context, db, [row]);
  if (described === undefined) throw new RangeError("one row gives one person");
  return described;
}

/** The connections that the caller administers. */
export function administered({ roles }: Pick<RequestContext, "roles">): ReadonlySet<string> {
  const ids = new Set(roles.map(({ connectionId }) => connectionId));
  const isLed = (id: string) =>
    reachOf(
      roles.filter(({ connectionId }) => connectionId === id),
      "people",
    ) === "all";
  return new Set([...ids].filter(isLed));
}

/** Tells whether roles are still those that were seen. */
export function rolesVersion(roles: readonly RoleRow[]): string {
  const held = roles.map(({ connectionId, role, referrers }) => [connectionId, role, referrers]);
  return hashSecret(JSON.stringify(held)).slice(0, 16);
}

/** Whoever could be reset could be entered, so that nobody manages who has a role where they do not administer. */
export function isManagedBy(led: ReadonlySet<string>, roles: readonly { connectionId: string }[]): boolean {
  return roles.every(({ connectionId }) => led.has(connectionId));
}

async function describePeople(
  context: RequestContext,
  db: Database | Transaction,
  rows: readonly ListedPersonRow[],
): Promise<ListedPerson[]> {
  const led = administered(context);
  const names = new Map<string, string>();
  for (const connectionId of led) {
    const ids = rows.flatMap(({ roles }) =>
      roles.flatMap((role) => (role.connectionId === connectionId ? (role.referrers ?? []) : [])),
    );
    for (const [id, name] of await selectReferrerNames(db, connectionId, ids)) names.set(id, name);
  }
  const shown = ({
    connectionId,
    role,
    referrers,
  }: Omit<HeldRole, "referrers"> & { referrers: readonly string[] | null }) => ({
    connectionId,
    role,
    referrers: referrers?.map((id) => ({ id, name: names.get(id) ?? id })) ?? null,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    state: row.disabled_at !== null ? "disabled" : row.has_entered ? "active" : "invited",
    roles: row.roles.filter(({ connectionId }) => led.has(connectionId)).map(shown),
    rolesVersion: rolesVersion(row.roles),
    isManaged: isManagedBy(led, row.roles),
    waysIn: [
      ...(row.password_changed_at === null ? [] : (["password"] as const)),
      ...(row.has_identity ? (["identity-provider"] as const) : []),
      ...(row.has_passkey ? (["passkey"] as const) : []),
    ],
    areRolesFromGroups: row.roles_from_groups,
    hasSecondFactor: row.has_second_factor,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledBy: row.disabled_by,
    link:
      row.link_kind === null || row.link_expires_at === null
        ? null
        : { kind: row.link_kind, expiresAt: row.link_expires_at.toISOString() },
  }));
}
