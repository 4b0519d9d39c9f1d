import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { moveCreation, selectSendingCreations } from "#/store/tables/directories/creations.ts";
import { json } from "#/store/sql/json.ts";
import { journal } from "#/context/journal.ts";
import { transact } from "#/store/sql/transaction.ts";

/** The name of this background task. */
export const LOST_CREATIONS = "lost creations";

/** Longer than any live process needs for a creation. */
export const SURELY_DEAD_AFTER_MS = 120_000;
const reason = { code: "index-version-interrupted" } as const;

/** Marks creations as unknown whose process ended before it stored their outcome. */
export async function recoverCreations(deps: Deps, olderThanMs: number = SURELY_DEAD_AFTER_MS): Promise<void> {
  const now = deps.clock.now();
  const sentBefore = new Date(now.getTime() - olderThanMs);
  for (const row of await selectSendingCreations(deps.store.db, deps.connection.id, sentBefore)) {
    await transact(deps.store.db, async (trx) => {
      if ((await moveCreation(trx, row.id, ["sending"], { state: "unknown", reason: json(reason) })) === undefined)
        return;
      await journal({ deps, actor: consoleActors.start, requestId: null }, trx, {
        subject: row.id,
        before: { state: "sending" },
        after: { state: "unknown" },
        message: { code: "creation.unknown", params: { index: row.name } },
        why: reason,
      });
    });
  }
}
