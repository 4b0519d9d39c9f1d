import { type ChangeState, indexRecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { inGroups, togetherOrEach } from "#/runtime/in-groups.ts";
import type { Lease } from "#/store/lease.ts";
import { recordAt, type RecordAt } from "#/store/sql/among-records.ts";
import { type ChangeRow, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import type { Sending } from "./sending.ts";

/** So many records are asked about in one query, at most. */
const ASKED_AT_ONCE = 50;

/** Asks the store about several records of a set at once, which would each ask the same; answers one result an item. */
export function askedTogether<Item, Result>(
  ask: (deps: Deps, items: readonly Item[]) => Promise<readonly Result[]>,
): (sending: Pick<Sending, "deps" | "lease">, item: Item) => Promise<Result> {
  const asking = new WeakMap<Lease, (item: Item) => Promise<Result>>();
  return async ({ deps, lease }, item) => {
    const asked =
      asking.get(lease) ??
      inGroups<Item, Result>(
        (items) =>
          togetherOrEach(
            items,
            async (together) => await ask(deps, together),
            (error) => !(error instanceof StoreUnavailableError),
          ),
        ASKED_AT_ONCE,
      );
    asking.set(lease, asked);
    return await asked(item);
  };
}

/** The changes of a record of an index that are in one of these states, in the order of approval. */
export const changesOfRecord = askedTogether<RecordAt & { states: readonly ChangeState[] }, ChangeRow[]>(
  async (deps, asked) => {
    const states = [...new Set(asked.flatMap((of) => of.states))];
    const found: ChangeRow[] = [];
    for (const [indexId, ofIndex] of Map.groupBy(asked, (of) => of.indexId)) {
      const records = [...new Map(ofIndex.map(({ record }) => [recordKey(record), record])).values()];
      found.push(
        ...(await selectChangesOnRecords(deps.store.db, {
          connectionId: deps.connection.id,
          indexId,
          records,
          states,
        })),
      );
    }
    const ofRecord = Map.groupBy(found, (row) => indexRecordKey(recordAt(row)));
    return asked.map(({ states: wanted, ...at }) =>
      (ofRecord.get(indexRecordKey(at)) ?? []).filter(({ state }) => wanted.includes(state)),
    );
  },
);
