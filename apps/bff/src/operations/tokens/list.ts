import type { Token, TokenList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectLiveTokens, type TokenRow } from "#/store/tables/tokens.ts";

/** The tokens that are neither revoked nor expired. */
export async function listTokens({ connection, deps }: RequestContext): Promise<TokenList> {
  const rows = await selectLiveTokens(deps.store.db, connection.id, deps.clock.now());
  return { items: rows.map(describeToken) };
}

/** A token for display, without its secret. */
export function describeToken(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
