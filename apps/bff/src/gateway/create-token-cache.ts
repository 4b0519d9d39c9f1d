import type { KnownToken, TokenCache } from "#/context/gateway-caches.ts";
import type { Deps } from "#/context/deps.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { markTokensUsed, selectLiveTokens, selectTokenBySecretHash } from "#/store/tables/tokens.ts";
import type { Database } from "#/store/sql/transaction.ts";

export function createTokenCache({
  db,
  connectionId,
  clock,
}: {
  db: Database;
  connectionId: string;
  clock: Deps["clock"];
}): TokenCache {
  let byHash = new Map<string, KnownToken>();
  let used = new Map<string, Date>();
  return {
    async refresh() {
      const rows = await selectLiveTokens(db, connectionId, clock.now());
      byHash = new Map(
        rows
          .filter(({ scopes }) => scopes.includes("gateway"))
          .map((row) => [row.secret_hash, { id: row.id, expiresAt: row.expires_at?.getTime() ?? null }]),
      );
    },
    find(secret) {
      const token = byHash.get(hashSecret(secret));
      if (token === undefined || (token.expiresAt !== null && token.expiresAt <= clock.now().getTime()))
        return undefined;
      return token;
    },
    read: async (secret) =>
      await selectTokenBySecretHash(db, { connectionId, secretHash: hashSecret(secret), now: clock.now() }),
    markUsed(id) {
      used.set(id, clock.now());
    },
    async flush() {
      const noted = used;
      used = new Map();
      await markTokensUsed(db, noted);
    },
  };
}
