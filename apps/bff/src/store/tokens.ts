import type { Selectable } from "kysely";
import type { Actor } from "./actor.ts";
import { json } from "./json.ts";
import type { AccessTokenTable } from "./schema.ts";
import type { Database, Transaction } from "./transaction.ts";

export type TokenRow = Selectable<AccessTokenTable>;

/** Every token that still opens something, newest first. */
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

/** The live token with this secret, for whoever presents it. */
export async function selectTokenBySecretHash(
  db: Database,
  secretHash: string,
  now: Date,
): Promise<TokenRow | undefined> {
  return await db
    .selectFrom("access_token")
    .selectAll()
    .where("secret_hash", "=", secretHash)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirst();
}

/** Revokes it if it is live; undefined when there was nothing to revoke. */
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
      created_by: json(token.createdBy),
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
