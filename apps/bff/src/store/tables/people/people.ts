import { type RawBuilder, type Selectable, sql } from "kysely";
import type { PersonTable } from "#/store/schema/access-tables.ts";
import type { Actor, Role } from "#/store/schema/stored-values.ts";
import { withdrawLinksOfOtherMakers } from "#/store/tables/account/sign-in-methods.ts";
import { json } from "#/store/sql/json.ts";
import { hasName, nameSearchText } from "#/store/sql/search-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** A role with the connection in which somebody has it, and the referrers that it is limited to; null for all. */
export interface RoleRow {
  connectionId: string;
  role: Role;
  referrers: readonly string[] | null;
}

/** Somebody who is not disabled, with what they may do as of now. */
export interface PersonRow {
  id: string;
  name: string;
  email: string;
  roles: RoleRow[];
}

/** The roles of a person as JSON; `referrers` is null where a role reaches all of them. */
export function rolesOf(personId: RawBuilder<unknown>): RawBuilder<RoleRow[]> {
  return sql<RoleRow[]>`coalesce((
    select json_agg(json_build_object('connectionId', held.connection_id, 'role', held.role, 'referrers',
      case when held.is_limited then coalesce((
        select json_agg(reached.referrer_id order by reached.referrer_id) from person_role_referrer as reached
        where reached.person_id = held.person_id and reached.connection_id = held.connection_id and reached.role = held.role
      ), '[]'::json) end) order by held.connection_id, held.role)
    from person_role as held where held.person_id = ${personId}), '[]'::json)`;
}

export async function hasAdministrator(db: Database | Transaction): Promise<boolean> {
  const row = await db
    .selectFrom("person_role")
    .innerJoin("person", "person.id", "person_role.person_id")
    .select("person.id")
    .where("person_role.role", "=", "admin")
    .where("person.disabled_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A session, over or not, with its person; undefined also while the person is disabled. */
export async function selectPersonOfSession(
  db: Database,
  token: string,
): Promise<
  | { person: PersonRow; sessionId: string; isByProvider: boolean; createdAt: Date; updatedAt: Date; expiresAt: Date }
  | undefined
> {
  const row = await db
    .selectFrom("session")
    .innerJoin("person", "person.id", "session.userId")
    .select(["person.id", "person.name", "person.email", rolesOf(sql.ref("person.id")).as("roles")])
    .select([
      "session.id as sessionId",
      "session.is_by_provider as isByProvider",
      "session.createdAt",
      "session.updatedAt",
      "session.expiresAt",
    ])
    .where("session.token", "=", token)
    .where("person.disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, email, roles, ...session } = row;
  return { ...session, person: { id, name, email, roles } };
}

/** undefined also while the person is disabled. */
export async function selectPerson(db: Database | Transaction, id: string): Promise<PersonRow | undefined> {
  return await db
    .selectFrom("person")
    .select(["id", "name", "email", rolesOf(sql.ref("person.id")).as("roles")])
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}

/** Everybody with a role in a connection who is not disabled. */
export async function selectPeopleWithRole(db: Database, connectionId: string): Promise<PersonRow[]> {
  return await db
    .selectFrom("person")
    .select(["id", "name", "email", rolesOf(sql.ref("person.id")).as("roles")])
    .where("disabled_at", "is", null)
    .where("id", "in", (among) =>
      among.selectFrom("person_role").select("person_id").where("connection_id", "=", connectionId),
    )
    .execute();
}

/** undefined also while the person is disabled. */
export async function selectPersonByEmail(db: Database, email: string): Promise<PersonRow | undefined> {
  return await db
    .selectFrom("person")
    .select(["id", "name", "email", rolesOf(sql.ref("person.id")).as("roles")])
    .where("email", "=", email.toLowerCase())
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}

/** Somebody as the list of people shows them. */
export interface ListedPersonRow extends PersonRow {
  search: string;
  disabled_at: Date | null;
  disabled_by: Actor | null;
  /** Whether there is a way in: a password, or an identity at a provider. */
  has_entered: boolean;
  has_identity: boolean;
  has_passkey: boolean;
  roles_from_groups: boolean;
  password_changed_at: Date | null;
  has_second_factor: boolean;
  last_seen_at: Date | null;
  link_kind: "invitation" | "reset" | null;
  link_expires_at: Date | null;
}

function listedPeople(db: Database | Transaction) {
  return db
    .selectFrom("person")
    .select([
      "person.id",
      "person.name",
      "person.email",
      "person.search",
      "person.disabled_at",
      "person.disabled_by",
      "person.roles_from_groups",
      rolesOf(sql.ref("person.id")).as("roles"),
      sql<boolean>`exists (select 1 from credential where credential."userId" = person.id)`.as("has_entered"),
      sql<boolean>`exists (select 1 from credential
        where credential."userId" = person.id and credential."providerId" <> 'credential')`.as("has_identity"),
      sql<boolean>`exists (select 1 from passkey where passkey.person_id = person.id)`.as("has_passkey"),
      sql<Date | null>`(select max(credential."updatedAt") from credential
        where credential."userId" = person.id and credential.password is not null)`.as("password_changed_at"),
      sql<boolean>`exists (select 1 from second_factor
        where second_factor.person_id = person.id and second_factor.confirmed_at is not null)`.as("has_second_factor"),
      sql<Date | null>`(select max(session."updatedAt") from session where session."userId" = person.id)`.as(
        "last_seen_at",
      ),
    ])
    .leftJoin(
      (join) =>
        join
          .selectFrom("person_link")
          .select(["person_id", "kind as link_kind", "expires_at as link_expires_at"])
          .distinctOn("person_id")
          .where("used_at", "is", null)
          .where("withdrawn_at", "is", null)
          .orderBy("person_id")
          .orderBy("created_at", "desc")
          .as("link"),
      (join) => join.onRef("link.person_id", "=", "person.id"),
    )
    .select(["link.link_kind", "link.link_expires_at"]);
}

/** In the order of their names, after a cursor's key, with one more than requested. */
export async function selectPeople(
  db: Database,
  { q, after, limit }: { q: string | undefined; after: readonly [search: string, id: string] | null; limit: number },
): Promise<ListedPersonRow[]> {
  return await listedPeople(db)
    .where(hasName(sql.ref("person.search"), q ?? ""))
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(where.refTuple("person.search", "person.id"), ">", where.tuple(...(after ?? ["", ""]))),
      ),
    )
    .orderBy("person.search")
    .orderBy("person.id")
    .limit(limit + 1)
    .execute();
}

export async function countPeople(db: Database): Promise<{ active: number; disabled: number; invited: number }> {
  const { rows } = await sql<{ active: number; disabled: number; invited: number }>`
    select count(*) filter (where disabled_at is null and entered)::integer as active,
      count(*) filter (where disabled_at is not null)::integer as disabled,
      count(*) filter (where disabled_at is null and not entered)::integer as invited
    from (select disabled_at, exists (select 1 from credential where credential."userId" = person.id) as entered
      from person) as counted`.execute(db);
  return rows[0] ?? { active: 0, disabled: 0, invited: 0 };
}

export async function selectListedPerson(db: Database | Transaction, id: string): Promise<ListedPersonRow | undefined> {
  return await listedPeople(db).where("person.id", "=", id).executeTakeFirst();
}

export type LockedPerson = Pick<
  Selectable<PersonTable>,
  "id" | "name" | "disabled_at" | "ended_at" | "roles_from_groups"
>;

/** Whether a way in that began then still lets the person in: not while they are disabled, nor if it began before that. */
export function isLetIn({ disabled_at: disabledAt, ended_at: endedAt }: LockedPerson, since: Date): boolean {
  return disabledAt === null && (endedAt === null || endedAt <= since);
}

/** Locked until the transaction ends; disabled or not. */
export async function lockPerson(trx: Transaction, id: string): Promise<LockedPerson | undefined> {
  return await trx
    .selectFrom("person")
    .select(["id", "name", "disabled_at", "ended_at", "roles_from_groups"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** undefined if somebody has this address already. */
export async function insertPerson(
  trx: Transaction,
  { id, name, email, now }: { id: string; name: string; email: string; now: Date },
): Promise<string | undefined> {
  const row = await trx
    .insertInto("person")
    .values({
      id,
      name,
      email: email.toLowerCase(),
      search: nameSearchText(name, email),
      emailVerified: false,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/**
 * Puts these roles in place of all that the person has in the connection. Where they had none, open links end whose maker
 * does not administer this connection: they would let the maker into it.
 */
export async function replaceRoles(
  trx: Transaction,
  {
    personId,
    connectionId,
    roles,
    by,
    now,
  }: { personId: string; connectionId: string; roles: readonly Omit<RoleRow, "connectionId">[]; by: Actor; now: Date },
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("person_role")
    .where("person_id", "=", personId)
    .where("connection_id", "=", connectionId)
    .executeTakeFirst();
  if (numDeletedRows === 0n && roles.length > 0) await withdrawLinksOfOtherMakers(trx, { personId, connectionId, now });
  for (const { role, referrers } of roles) {
    const key = { person_id: personId, connection_id: connectionId, role };
    await trx
      .insertInto("person_role")
      .values({ ...key, is_limited: referrers !== null, given_by: json(by), given_at: now })
      .execute();
    if (referrers !== null && referrers.length > 0)
      await trx
        .insertInto("person_role_referrer")
        .values([...new Set(referrers)].map((id) => ({ ...key, referrer_id: id })))
        .execute();
  }
}

/** Locks who administers these connections, so that no two transactions take away the last two at once. */
export async function lockAdministrators(trx: Transaction, connectionIds: readonly string[]): Promise<void> {
  if (connectionIds.length === 0) return;
  await trx
    .selectFrom("person_role")
    .select("person_id")
    .where("connection_id", "in", [...connectionIds])
    .where("role", "=", "admin")
    .orderBy("connection_id")
    .orderBy("person_id")
    .forUpdate()
    .execute();
}

/** Which of these connections have no administrator who can sign in. */
export async function selectWithoutAdministrator(
  trx: Transaction,
  connectionIds: readonly string[],
): Promise<string[]> {
  if (connectionIds.length === 0) return [];
  const rows = await trx
    .selectFrom("person_role")
    .innerJoin("person", "person.id", "person_role.person_id")
    .select("connection_id")
    .distinct()
    .where("connection_id", "in", [...connectionIds])
    .where("role", "=", "admin")
    .where("person.disabled_at", "is", null)
    .where(sql<boolean>`exists (select 1 from credential where credential."userId" = person.id)`)
    .execute();
  const led = new Set(rows.map(({ connection_id: id }) => id));
  return connectionIds.filter((id) => !led.has(id));
}

/** The roles of a person as they are now. */
export async function selectRoles(db: Database | Transaction, personId: string): Promise<RoleRow[]> {
  const { rows } = await sql<{ roles: RoleRow[] }>`select ${rolesOf(sql.val(personId))} as roles`.execute(db);
  return rows[0]?.roles ?? [];
}

/** Disables with `by`, enables with null. */
export async function setDisabled(
  trx: Transaction,
  id: string,
  disabled: { by: Actor; now: Date } | null,
): Promise<void> {
  await trx
    .updateTable("person")
    .set(
      disabled === null
        ? { disabled_at: null, disabled_by: null }
        : { disabled_at: disabled.now, disabled_by: json(disabled.by), ended_at: disabled.now },
    )
    .where("id", "=", id)
    .execute();
}

/** From now on groups of the identity provider decide about the person's roles. */
export async function setRolesFromGroups(trx: Transaction, id: string): Promise<void> {
  await trx.updateTable("person").set({ roles_from_groups: true }).where("id", "=", id).execute();
}

/** The connections that exist, by id. */
export async function selectConnectionIds(db: Database | Transaction): Promise<string[]> {
  const rows = await db.selectFrom("connection").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** The names of these people, by id, also of disabled ones. */
export async function selectPersonNames(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("person")
    .select(["id", "name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
