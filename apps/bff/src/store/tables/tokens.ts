import type { Selectable } from "kysely";
import type { Actor, TokenScope } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import type { AccessTokenTable } from "#/store/schema/access-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type TokenRow = Selectable<AccessTokenTable>;

/** Every token that is neither revoked nor expired, newest first. */
export async function selectLiveTokens(
  db: Database | Transaction,
  connectionId: string,
  now: Date,
): Promise<TokenRow[]> {
  return await db
    .selectFrom("access_token")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** The live token of the connection with this secret. */
export async function selectTokenBySecretHash(
  db: Database,
  { connectionId, secretHash, now }: { connectionId: string; secretHash: string; now: Date },
): Promise<TokenRow | undefined> {
  return await db
    .selectFrom("access_token")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("secret_hash", "=", secretHash)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirst();
}

/** Revokes a live token; undefined if there is none. */
export async function markTokenRevoked(
  trx: Transaction,
  connectionId: string,
  id: string,
  now: Date,
): Promise<TokenRow | undefined> {
  return await trx
    .updateTable("access_token")
    .set({ revoked_at: now })
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export interface NewToken {
  id: string;
  connectionId: string;
  name: string;
  secretHash: string;
  lastFour: string;
  scopes: TokenScope[];
  createdBy: Actor;
  createdAt: Date;
  expiresAt: Date | null;
}

export async function insertToken(trx: Transaction, token: NewToken): Promise<TokenRow> {
  return await trx
    .insertInto("access_token")
    .values({
      id: token.id,
      connection_id: token.connectionId,
      name: token.name,
      secret_hash: token.secretHash,
      last_four: token.lastFour,
      scopes: json(token.scopes),
      created_by: json(token.createdBy),
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores when tokens were last used. A later use written by another process is kept. */
export async function markTokensUsed(db: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  for (const [id, at] of uses) {
    await db
      .updateTable("access_token")
      .set({ last_used_at: at })
      .where("id", "=", id)
      .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<", at)]))
      .execute();
  }
}

/**
 * What a gateway on a shared store needs for each request, in one query: the token, unless it is not for the gateway, and the ledger revision of the
 * index.
 */
export async function selectTokenAndRevision(
  db: Database,
  { connectionId, secretHash, indexId, now }: { connectionId: string; secretHash: string; indexId: string; now: Date },
): Promise<{ tokenId: string; revision: number | null } | undefined> {
  const row = await db
    .selectFrom("access_token")
    .leftJoin("index_version", (join) =>
      join.onRef("index_version.connection_id", "=", "access_token.connection_id").on("index_version.id", "=", indexId),
    )
    .select([
      "access_token.id as tokenId",
      "access_token.scopes as scopes",
      "index_version.ledger_revision as revision",
    ])
    .where("access_token.connection_id", "=", connectionId)
    .where("access_token.secret_hash", "=", secretHash)
    .where("access_token.revoked_at", "is", null)
    .where((where) =>
      where.or([where("access_token.expires_at", "is", null), where("access_token.expires_at", ">", now)]),
    )
    .executeTakeFirst();
  return row === undefined || !row.scopes.includes("gateway")
    ? undefined
    : { tokenId: row.tokenId, revision: row.revision === null ? null : Number(row.revision) };
}
