import { consoleActors } from "#/context/console-actors.ts";
import { type Database, transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { closeSegment, insertSegment, selectLastSegment } from "#/store/tables/activity/journal-segments.ts";

export interface Restoring {
  now: () => Date;
  newId: (prefix: string) => string;
  /** When the backup was taken. */
  takenAt: string;
}

/**
 * Lets the record of a store that was restored from a backup go on in a new epoch, which names the head that the backup had:
 * what was sealed elsewhere since then is told from what somebody cut off.
 */
export async function beginEpoch(db: Database, { now, newId, takenAt }: Restoring): Promise<void> {
  const begunAt = now();
  await transact(db, async (trx) => {
    const last = await selectLastSegment(trx);
    const head = last === undefined || last.last_number === 0 ? null : last;
    const epoch = newId("epo");
    if (last !== undefined && head !== null) {
      if (last.closed_at === null) await closeSegment(trx, last.number, begunAt);
      await insertSegment(trx, {
        number: last.number + 1,
        kind: "restored",
        epoch,
        first_number: last.last_number + 1,
        previous_hash: last.hash,
        begun_at: begunAt,
      });
    }
    await appendJournal(trx, {
      connectionId: null,
      at: begunAt,
      actor: consoleActors.start,
      subject: epoch,
      before: head === null ? null : { epoch: head.epoch, number: head.last_number, hash: head.hash },
      after: head === null ? { takenAt } : { epoch, takenAt },
      message: { code: "journal.restore", params: { takenAt, number: head?.last_number ?? 0 } },
      requestId: null,
    });
  });
}
