import { type StoreTrouble, StoreUnavailableError } from "#/runtime/errors.ts";
import type { Store } from "#/store/engine/database.ts";
import { pendingMigrations } from "#/store/migrations/migrate.ts";

interface ReadyPart {
  ready: boolean;
  detail: string | null;
}

export interface Readiness {
  ready: boolean;
  parts: { store: ReadyPart; migrations: ReadyPart };
}

const STORE_DEADLINE_MS = 3_000;

const troubles: { readonly [code in StoreTrouble]: string } = {
  store_unavailable: "does not answer",
  store_full: "the disk is full",
  store_read_only: "read-only",
};

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
    : { ready: false, detail: "not known while the store is not ready" };
  return { ready: storePart.ready && migrations.ready, parts: { store: storePart, migrations } };
}

/**
 * Ready if the check gives null before the deadline. Its errors are not passed on, since they may name hosts and
 * people.
 */
async function within(deadlineMs: number, check: () => Promise<string | null>): Promise<ReadyPart> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve("no answer in time"), deadlineMs);
  try {
    const detail = await Promise.race([check(), late.promise]);
    return { ready: detail === null, detail };
  } catch (error) {
    return {
      ready: false,
      detail: troubles[error instanceof StoreUnavailableError ? error.code : "store_unavailable"],
    };
  } finally {
    clearTimeout(timer);
  }
}
