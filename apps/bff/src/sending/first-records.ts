import { type ChangeRow, selectChangesByIds, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { selectNewestReceipts } from "#/store/tables/changes/receipts.ts";
import type { Sending } from "./sending.ts";

/** The first record of each index in a set, which is sent alone and with a check of a sibling index. */
export interface FirstRecords {
  /** Whether no other record of its index was sent and checked before it. */
  includes(ofRecord: readonly ChangeRow[]): boolean;
  /** Whether another first record was sent and its outcome is not yet read. */
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
  const checked = new Set(
    changes.flatMap(({ id, index_id: indexId }) =>
      (receipts.get(id)?.sibling_index_id ?? null) === null ? [] : [indexId],
    ),
  );
  const includes = (ofRecord: readonly ChangeRow[]) => ofRecord.some(({ index_id: indexId }) => !checked.has(indexId));
  return {
    includes,
    async isFirstOpen(ofRecord) {
      if (changes.every(({ index_id: indexId }) => checked.has(indexId))) return false;
      const rows = await selectChangesOfSet(deps.store.db, lease.id);
      return rows.some(
        (row) =>
          row.state === "unknown" &&
          row.try_after !== null &&
          !checked.has(row.index_id) &&
          ofRecord.every(({ id }) => id !== row.id),
      );
    },
    async updateChecked(ofRecord) {
      if (!includes(ofRecord)) return;
      const rows = await selectChangesByIds(
        deps.store.db,
        ofRecord.map(({ id }) => id),
      );
      for (const row of rows) if (wasChecked(row)) checked.add(row.index_id);
    },
  };
}

/** Sent, and read back here and in the other indices. */
function wasChecked({ sent_at: sentAt, settled_as: settledAs, state, try_after: tryAfter }: ChangeRow): boolean {
  if (sentAt === null) return false;
  return state === "applied" ? settledAs !== "found" : state === "unknown" && tryAfter === null;
}
