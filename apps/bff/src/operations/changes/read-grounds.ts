import { indexRecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { operationError } from "#/runtime/errors.ts";
import { recordAt, recordOf } from "#/store/sql/among-records.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";

/**
 * Reads again what these changes stand on, here and in the standard index, where it was read longer ago than `maxAge`
 * seconds. Refused, naming the changes, if the service cannot answer.
 */
export async function readGrounds(deps: Deps, rows: readonly ChangeRow[], maxAge: number): Promise<void> {
  const { standardIndex } = deps.service.profile;
  const placesOf = (row: ChangeRow) => [recordAt(row), { indexId: standardIndex, record: recordOf(row) }];
  const distinct = new Map(rows.flatMap(placesOf).map((place) => [indexRecordKey(place), place]));
  const readings = await refreshReadings(
    deps,
    [...distinct.values()].map(({ indexId, record }) => ({ indexId, ...record, maxAge })),
  );
  const failed = new Map(
    readings.flatMap((reading) => (reading.failed === null ? [] : [[indexRecordKey(reading), reading.failed.detail]])),
  );
  const unread = rows.flatMap((row) => {
    const detail = placesOf(row).flatMap((place) => failed.get(indexRecordKey(place)) ?? [])[0];
    return detail === undefined ? [] : [{ changeId: row.id, detail }];
  });
  if (unread.length > 0) throw operationError("ground_not_read", "changes", { count: unread.length, moved: unread });
}
