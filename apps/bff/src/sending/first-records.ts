import { type ChangeRow, selectChangesByIds, selectReadAgain } from "#/store/tables/changes/changes.ts";
import { selectNewestReceipts } from "#/store/tables/changes/receipts.ts";
import type { Sending } from "./sending.ts";

/** The first record of each index in a set, which is sent before any other of that index, with a check of a sibling index. */
export interface FirstRecords {
  /** Whether a write of the set was read back as wanted; before that, each goes alone. */
  isProven(): boolean;
  /** Whether no other record of its index was sent and checked before it. */
  includes(ofRecord: readonly ChangeRow[]): boolean;
  /** Whether a first record for which this one waits was sent and its outcome is not yet read. */
  isFirstOpen(ofRecord: readonly ChangeRow[]): Promise<boolean>;
  /** Records the outcome of a record. */
  updateChecked(ofRecord: readonly ChangeRow[]): Promise<void>;
}

/** Finds in the receipts which indices of a set were checked before; the others are checked with their first record. */
export async function createFirstRecords(
  { deps, lease }: Sending,
  changes: readonly ChangeRow[],
): Promise<FirstRecords> {
  const receipts = await selectNewestReceipts(
    deps.store.db,
    changes.map(({ id }) => id),
  );
  const wasChecked = (row: ChangeRow) => isWritten(row) || (receipts.get(row.id)?.sibling_index_id ?? null) !== null;
  const checked = new Set(changes.filter(wasChecked).map(({ index_id: indexId }) => indexId));
  let isProven = changes.some(isWritten);
  const includes = (ofRecord: readonly ChangeRow[]) => ofRecord.some(({ index_id: indexId }) => !checked.has(indexId));
  return {
    isProven: () => isProven,
    includes,
    async isFirstOpen(ofRecord) {
      const [first] = ofRecord;
      if (first === undefined || (isProven && checked.has(first.index_id))) return false;
      const open = (await selectReadAgain(deps.store.db, lease.id)).filter(
        ({ index_id: indexId }) => !checked.has(indexId) && (!isProven || indexId === first.index_id),
      );
      const own = ofRecord.map(({ id }) => id).toSorted();
      // Of several that are open one goes first, so that none waits for another that waits for it.
      const isOpen = open.some(({ id }) => own.includes(id));
      return open.some(({ id }) => !own.includes(id) && (!isOpen || id < (own[0] ?? "")));
    },
    async updateChecked(ofRecord) {
      if (isProven && !includes(ofRecord)) return;
      const rows = await selectChangesByIds(
        deps.store.db,
        ofRecord.map(({ id }) => id),
      );
      for (const row of rows) {
        if (isWritten(row)) isProven = true;
        if (isWritten(row) || isLeftToPerson(row)) checked.add(row.index_id);
      }
    },
  };
}

/** Sent, and read back as wanted here and in the other indices. */
function isWritten({ sent_at: sentAt, settled_as: settledAs, state }: ChangeRow): boolean {
  return sentAt !== null && state === "applied" && settledAs !== "found";
}

/** Sent and read back, but only a person can say what became of it. */
function isLeftToPerson({ sent_at: sentAt, state, try_after: tryAfter }: ChangeRow): boolean {
  return sentAt !== null && state === "unknown" && tryAfter === null;
}
