import { type StoreTrouble, StoreUnavailableError } from "#/runtime/errors.ts";
import type { Store } from "#/store/engine/database.ts";
import { pendingMigrations } from "#/store/migrations/migrate.ts";
import { storeFailure } from "#/store/sql/store-failure.ts";

interface ReadyPart {
  ready: boolean;
  /** What troubles the store; null for all else. */
  code: StoreTrouble | null;
  detail: string | null;
}

export interface Readiness {
  ready: boolean;
  parts: { store: ReadyPart; migrations: ReadyPart };
}

const STORE_DEADLINE_MS = 3_000;

/** Whether the store answers, can be written to and has every migration. The service is not checked. */
export async function checkReadiness(store: Store): Promise<Readiness> {
  const storePart = await within(STORE_DEADLINE_MS, async () => {
    await store.check();
    return null;
  });
  const migrations = storePart.ready
    ? await within(STORE_DEADLINE_MS, async () => {
        const pending = await pendingMigrations(store.db);
        return pending.length === 0 ? null : `not yet run: ${pending.join(", ")}`;
      })
    : { ready: false, code: null, detail: "not known while the store is not ready" };
  return { ready: storePart.ready && migrations.ready, parts: { store: storePart, migrations } };
}

/** Ready if the check gives null before the deadline. Only errors of the store are told: others may name hosts and people. */
async function within(deadlineMs: number, check: () => Promise<string | null>): Promise<ReadyPart> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(storeFailure("store_unavailable", "no answer in time")), deadlineMs);
  try {
    const detail = await Promise.race([check(), late.promise]);
    return { ready: detail === null, code: null, detail };
  } catch (error) {
    const { code, message } = error instanceof StoreUnavailableError ? error : storeFailure("store_unavailable", error);
    return { ready: false, code, detail: message };
  } finally {
    clearTimeout(timer);
  }
}
