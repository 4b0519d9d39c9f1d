import type { TokenCache } from "#/context/gateway-caches.ts";
import type { Deps } from "#/context/deps.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { type GatewayToken, gatewayToken, liveToken } from "#/context/token-rights.ts";
import {
  markTokensUsed,
  selectLiveTokens,
  selectTokenBySecretHash,
  selectTokensAllowing,
} from "#/store/tables/people/tokens.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** The tokens of all connections. */
export function createTokenCache({ db, clock }: { db: Database; clock: Deps["clock"] }): TokenCache {
  let byHash = new Map<string, GatewayToken>();
  let used = new Map<string, Date>();
  return {
    async refresh() {
      const rows = await selectLiveTokens(db, { now: clock.now() });
      byHash = new Map(
        rows.flatMap((row) => {
          const token = gatewayToken(row);
          return token === undefined ? [] : [[row.secret_hash, token] as const];
        }),
      );
    },
    find(secret) {
      const token = byHash.get(hashSecret(secret));
      if (token === undefined || (token.expiresAt !== null && token.expiresAt <= clock.now().getTime()))
        return undefined;
      return token;
    },
    async read(secret) {
      const asked = { secretHash: hashSecret(secret), now: clock.now() };
      const row = await selectTokenBySecretHash(db, asked);
      return row === undefined ? undefined : liveToken(row);
    },
    async allowsOrigin(origin) {
      const rows = await selectTokensAllowing(db, { origin, now: clock.now() });
      return rows.some((row) => liveToken(row) !== undefined);
    },
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
