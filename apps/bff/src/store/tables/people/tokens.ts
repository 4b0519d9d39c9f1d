import { type Selectable, sql } from "kysely";
import type { Actor, TokenScope } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import type { AccessTokenTable } from "#/store/schema/access-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type RoleRow, rolesOf } from "./people.ts";

/** A token with its owner as of now: no owner, or one who is disabled, lets it in nowhere. */
export type TokenRow = Selectable<AccessTokenTable> & {
  owner_name: string | null;
  owner_roles: RoleRow[];
  is_owner_in: boolean;
};

function tokens(db: Database | Transaction) {
  return db
    .selectFrom("access_token")
    .leftJoin("person", "person.id", "access_token.owner_id")
    .selectAll("access_token")
    .select([
      "person.name as owner_name",
      rolesOf(sql.ref("access_token.owner_id")).as("owner_roles"),
      sql<boolean>`person.id is not null and person.disabled_at is null`.as("is_owner_in"),
    ]);
}

/** Every token that is neither revoked nor expired, newest first; of a connection, and of an owner, where one is given. */
export async function selectLiveTokens(
  db: Database | Transaction,
  { connectionId, now, ownerId }: { connectionId?: string; now: Date; ownerId?: string },
): Promise<TokenRow[]> {
  return await tokens(db)
    .where("revoked_at", "is", null)
    .$if(connectionId !== undefined, (query) => query.where("connection_id", "=", connectionId ?? ""))
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .$if(ownerId !== undefined, (query) => query.where("owner_id", "=", ownerId ?? ""))
    .orderBy("access_token.created_at", "desc")
    .orderBy("access_token.id")
    .execute();
}

/** The live token with this secret. */
export async function selectTokenBySecretHash(
  db: Database,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<TokenRow | undefined> {
  return await tokens(db)
    .where("secret_hash", "=", secretHash)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirst();
}

export async function selectToken(db: Database | Transaction, id: string): Promise<TokenRow | undefined> {
  return await tokens(db).where("access_token.id", "=", id).executeTakeFirst();
}

/** Revokes a live token, with an owner only one of theirs; undefined if there is none. */
export async function markTokenRevoked(
  trx: Transaction,
  connectionId: string,
  { id, ownerId, now }: { id: string; ownerId: string | undefined; now: Date },
): Promise<TokenRow | undefined> {
  const revoked = await trx
    .updateTable("access_token")
    .set({ revoked_at: now })
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .$if(ownerId !== undefined, (query) => query.where("owner_id", "=", ownerId ?? ""))
    .returning("id")
    .executeTakeFirst();
  return revoked === undefined ? undefined : await selectToken(trx, id);
}

/** Revokes every live token of a person, in all connections. Returns how many there were. */
export async function revokeTokensOf(trx: Transaction, ownerId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("access_token")
    .set({ revoked_at: now })
    .where("owner_id", "=", ownerId)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface NewToken {
  id: string;
  connectionId: string;
  name: string;
  secretHash: string;
  lastFour: string;
  scopes: TokenScope[];
  /** null: not limited beyond its owner. */
  referrers: readonly string[] | null;
  allowedOrigins: readonly string[];
  ownerId: string;
  createdBy: Actor;
  createdAt: Date;
  expiresAt: Date | null;
}

export async function insertToken(trx: Transaction, token: NewToken): Promise<void> {
  await trx
    .insertInto("access_token")
    .values({
      id: token.id,
      connection_id: token.connectionId,
      name: token.name,
      secret_hash: token.secretHash,
      last_four: token.lastFour,
      scopes: json(token.scopes),
      owner_id: token.ownerId,
      is_limited: token.referrers !== null,
      referrer_ids: json(token.referrers ?? []),
      allowed_origins: json(token.allowedOrigins),
      created_by: json(token.createdBy),
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** The tokens, neither revoked nor expired, that let pages of this origin call the API. */
export async function selectTokensAllowing(
  db: Database,
  { origin, now }: { origin: string; now: Date },
): Promise<TokenRow[]> {
  return await tokens(db)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .where(sql<boolean>`allowed_origins::jsonb @> to_jsonb(${origin}::text)`)
    .execute();
}

/** Stores when tokens were last used. A later use written by another process is kept. */
export async function markTokensUsed(db: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  for (const [id, usedAt] of uses) {
    await db
      .updateTable("access_token")
      .set({ last_used_at: usedAt })
      .where("id", "=", id)
      .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<", usedAt)]))
      .execute();
  }
}

/**
 * What a gateway on a shared store needs for each request, in one query: the token, and of the index version the referrer
 * and the ledger revision.
 */
export async function selectTokenAndRevision(
  db: Database,
  { connectionId, secretHash, indexId, now }: { connectionId: string; secretHash: string; indexId: string; now: Date },
): Promise<{ row: TokenRow; revision: number | null; referrerId: string | null } | undefined> {
  const row = await tokens(db)
    .leftJoin("index_version", (join) =>
      join.onRef("index_version.connection_id", "=", "access_token.connection_id").on("index_version.id", "=", indexId),
    )
    .select(["index_version.ledger_revision as revision", "index_version.referrer_id as referrer_id"])
    .where("access_token.connection_id", "=", connectionId)
    .where("access_token.secret_hash", "=", secretHash)
    .where("access_token.revoked_at", "is", null)
    .where((where) =>
      where.or([where("access_token.expires_at", "is", null), where("access_token.expires_at", ">", now)]),
    )
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { revision, referrer_id: referrerId, ...token } = row;
  return { row: token, revision: revision === null ? null : Number(revision), referrerId };
}

/** The tokens that a person ever made, also those that ended. */
export async function selectTokenIdsOf(db: Database | Transaction, personId: string): Promise<string[]> {
  const rows = await db.selectFrom("access_token").select("id").where("owner_id", "=", personId).execute();
  return rows.map(({ id }) => id);
}
