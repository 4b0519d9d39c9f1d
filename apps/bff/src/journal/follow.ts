import type { Deps } from "#/context/deps.ts";
import { hasUnsealedEntries, selectJournalHead } from "#/store/tables/journal-segments.ts";
import { sealJournal } from "./seal.ts";

export const JOURNAL_SEALING = "journal sealing";

/**
 * Work that seals what is committed, and publishes `journal sealed` whenever the head has moved since this process last
 * looked, whichever process sealed.
 */
export function journalWork(deps: Deps): (signal: AbortSignal) => Promise<void> {
  let published: number | undefined;
  return async function sealAndTell(signal) {
    const { wholeStore: store, clock, newId } = deps;
    published ??= (await selectJournalHead(store.db))?.number ?? 0;
    if (await hasUnsealedEntries(store.db)) await sealJournal({ store, now: () => clock.now(), newId }, signal);
    const head = (await selectJournalHead(store.db))?.number ?? 0;
    if (head <= published) return;
    const after = published;
    published = head;
    await deps.events.publish("journal sealed", { after, to: head });
  };
}
