import type { Token, TokenList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectLiveTokens, type TokenRow } from "#/store/tables/tokens.ts";

/** The tokens that still open something. */
export async function listTokens({ connection, deps }: RequestContext): Promise<TokenList> {
  const rows = await selectLiveTokens(deps.store.db, connection.id, deps.clock.now());
  return { items: rows.map(describeToken) };
}

/** A token as it may be shown: everything but its secret. */
export function describeToken(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
