import type { Deps } from "#/runtime/context.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { markTokensUsed, selectLiveTokens } from "#/store/tables/tokens.ts";
import type { Database } from "#/store/sql/transaction.ts";

export interface KnownToken {
  id: string;
  expiresAt: number | null;
}

/** The live tokens by the hash of their secret, so that a read asks the store nothing. */
export interface TokenMemory {
  /** Takes over what was committed. */
  refresh(): Promise<void>;
  /** The token of a secret that opens something now. */
  find(secret: string): KnownToken | undefined;
  noteUse(id: string): void;
  /** Writes when tokens were last used; done now and then, never for each request. */
  flush(): Promise<void>;
}

export function createTokenMemory({
  db,
  connectionId,
  clock,
}: {
  db: Database;
  connectionId: string;
  clock: Deps["clock"];
}): TokenMemory {
  let byHash = new Map<string, KnownToken>();
  let used = new Map<string, Date>();
  return {
    async refresh() {
      const rows = await selectLiveTokens(db, connectionId, clock.now());
      byHash = new Map(
        rows.map((row) => [row.secret_hash, { id: row.id, expiresAt: row.expires_at?.getTime() ?? null }]),
      );
    },
    find(secret) {
      const token = byHash.get(hashSecret(secret));
      if (token === undefined || (token.expiresAt !== null && token.expiresAt <= clock.now().getTime()))
        return undefined;
      return token;
    },
    noteUse(id) {
      used.set(id, clock.now());
    },
    async flush() {
      const noted = used;
      used = new Map();
      await markTokensUsed(db, noted);
    },
  };
}
