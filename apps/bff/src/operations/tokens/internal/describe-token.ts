import type { Token } from "@dc/contract";
import type { TokenRow } from "#/store/tables/tokens.ts";

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
