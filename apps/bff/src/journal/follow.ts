import type { ServerDeps } from "#/context/deps.ts";
import { hasUnsealedEntries, selectJournalHead } from "#/store/tables/activity/journal-segments.ts";
import { sealJournal } from "./seal.ts";

export const JOURNAL_SEALING = "journal sealing";

/**
 * Work that seals what is committed, and lets the event streams follow whenever the head has moved since this process last
 * looked, whichever process sealed.
 */
export function journalWork(
  deps: Pick<ServerDeps, "wholeStore" | "clock" | "newId" | "eventStreams">,
): (signal: AbortSignal) => Promise<void> {
  let followed: number | undefined;
  return async function sealAndTell(signal) {
    const { wholeStore: store, clock, newId } = deps;
    followed ??= (await selectJournalHead(store.db))?.number ?? 0;
    if (await hasUnsealedEntries(store.db)) await sealJournal({ store, now: () => clock.now(), newId }, signal);
    const head = (await selectJournalHead(store.db))?.number ?? 0;
    if (head <= followed) return;
    followed = head;
    await deps.eventStreams.follow(head);
  };
}
