import type { Token, TokenList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { selectReferrerNames } from "#/store/tables/directories/referrers.ts";
import { selectLiveTokens, type TokenRow } from "#/store/tables/people/tokens.ts";

/** The caller's own tokens that are neither revoked nor expired; administrators see everybody's. */
export async function listTokens(context: RequestContext): Promise<TokenList> {
  const { connection, deps } = context;
  const now = deps.clock.now();
  const rows = await selectLiveTokens(deps.wholeStore.db, { connectionId: connection.id, now, ...ownedBy(context) });
  return { items: await describeTokens(deps.store.db, connection.id, rows) };
}

/** Whose tokens the caller may see and revoke: nothing for everybody's. */
export function ownedBy(context: RequestContext): { ownerId?: string } {
  return reachIn(context, "people") === "all" ? {} : { ownerId: context.personId };
}

/** Tokens for display, without their secrets. Of their referrers those are told that the database has for the caller. */
export async function describeTokens(
  db: Database | Transaction,
  connectionId: string,
  rows: readonly TokenRow[],
): Promise<Token[]> {
  const names = await selectReferrerNames(
    db,
    connectionId,
    rows.flatMap((row) => row.referrer_ids),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? row.created_by.name },
    referrers: row.is_limited ? row.referrer_ids.flatMap((id) => told(id, names.get(id))) : null,
    allowedOrigins: row.allowed_origins,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

function told(id: string, name: string | undefined): { id: string; name: string }[] {
  return name === undefined ? [] : [{ id, name }];
}
