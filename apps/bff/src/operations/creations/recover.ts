import type { Deps } from "#/context.ts";
import { consoleActor } from "#/operations/roster-imports/run.ts";
import { moveCreation, selectSendingCreations } from "#/store/creations.ts";
import { appendJournal } from "#/store/journal.ts";
import { transact } from "#/store/transaction.ts";

/** Longer than any creation of a live process can be under way. */
const SURELY_DEAD_AFTER_MS = 120_000;
const WHY = "The console stopped before the reply came. Whether the index version was created is not known.";

/** What a dead process was sending is unknown. On the embedded store no other process can live; on a shared one, only old requests are sure to be dead. */
export async function recoverCreations(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const sentBefore = deps.store.kind === "embedded" ? now : new Date(now.getTime() - SURELY_DEAD_AFTER_MS);
  for (const row of await selectSendingCreations(deps.store.db, deps.connection.id, sentBefore)) {
    await transact(deps.store.db, async (trx) => {
      if ((await moveCreation(trx, row.id, ["sending"], { state: "unknown", why: WHY })) === undefined) return;
      await appendJournal(trx, {
        connectionId: deps.connection.id,
        at: now,
        actor: { ...consoleActor, id: "start" },
        action: "creation.unknown",
        subject: row.id,
        before: { state: "sending" },
        after: { state: "unknown" },
        sentence: `Not known to be created: the index version “${row.name}”`,
        why: WHY,
        requestId: null,
      });
    });
  }
}
