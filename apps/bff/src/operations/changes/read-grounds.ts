import { indexRecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { isYoung } from "#/records/refresh-readings.ts";
import { type OperationError, operationError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { type RecordAt, recordAt, recordOf } from "#/store/sql/among-records.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { selectReadingAges } from "#/store/tables/records/readings.ts";

/** The records, here and in the standard index, that these changes stand on. */
function placesOf({ service: { profile } }: Deps, rows: readonly ChangeRow[]): Map<string, RecordAt> {
  const { standardIndex } = profile;
  const places = rows.flatMap((row) => [recordAt(row), { indexId: standardIndex, record: recordOf(row) }]);
  return new Map(places.map((place) => [indexRecordKey(place), place]));
}

/** Those of them whose kept reading is not from after then, looked at in steps between which others have their turn. */
export async function oldGrounds(
  deps: Deps,
  db: Database | Transaction,
  rows: readonly ChangeRow[],
  readAfter: Date,
): Promise<RecordAt[]> {
  const old = new Map<string, RecordAt>();
  await inSteps(rows, async (some) => {
    const places = [...placesOf(deps, some)].filter(([key, { record }]) => !isProvisional(record) && !old.has(key));
    const kept = await selectReadingAges(
      db,
      deps.connection.id,
      places.map(([, place]) => place),
    );
    const readingOf = new Map(kept.map((row) => [indexRecordKey(recordAt(row)), row]));
    for (const [key, place] of places) if (!isYoung(deps, readingOf.get(key), readAfter.getTime())) old.set(key, place);
  });
  return [...old.values()];
}

/** When the oldest reading was made that these changes stand on; null where one was never made. */
export async function oldestGround(
  deps: Deps,
  db: Database | Transaction,
  rows: readonly ChangeRow[],
): Promise<Date | null> {
  const places = [...placesOf(deps, rows).values()].filter(({ record }) => !isProvisional(record));
  const kept = await selectReadingAges(db, deps.connection.id, places);
  if (kept.length < places.length || kept.length === 0) return null;
  return new Date(Math.min(...kept.map((row) => row.fetched_at.getTime())));
}

/** The refusal that names the changes of which one of these places could not be read. */
export function groundsNotRead(
  deps: Deps,
  rows: readonly ChangeRow[],
  failed: ReadonlyMap<string, string>,
): OperationError | null {
  const unread = rows.flatMap((row) => {
    const detail = [...placesOf(deps, [row]).keys()].flatMap((key) => failed.get(key) ?? [])[0];
    return detail === undefined ? [] : [{ changeId: row.id, detail }];
  });
  if (unread.length === 0) return null;
  return operationError("ground_not_read", "changes", { count: unread.length, moved: unread });
}
