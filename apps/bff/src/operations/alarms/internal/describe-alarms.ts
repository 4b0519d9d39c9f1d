import type { Alarm } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { recordNames } from "#/records/record-names.ts";
import { type AlarmRow, selectAlarmChanges } from "#/store/tables/changes/alarms.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** Alarms for display, with the names of their indices and records. */
export async function describeAlarms(
  deps: Deps,
  db: Database | Transaction,
  rows: readonly AlarmRow[],
): Promise<Alarm[]> {
  if (rows.length === 0) return [];
  const changes = Map.groupBy(
    await selectAlarmChanges(
      db,
      rows.map(({ id }) => id),
    ),
    (change) => change.alarm_id,
  );
  const nameOf = await recordNames(deps, db, rows);
  const indices = rows.flatMap(({ connection_id, index_id, taken_by }) =>
    [index_id, ...taken_by].map((id) => ({ connection_id, index_id: id })),
  );
  const indexNames = await selectIndexNames(db, indices);
  const named = (id: string) => ({ id, name: indexNames.get(id) ?? id });
  return rows.map((row) => ({
    id: row.id,
    changeSetId: row.change_set_id,
    index: named(row.index_id),
    record: { type: row.record_type, id: row.record_id },
    recordName: nameOf(row),
    // An index version that the caller does not see has no name here.
    takenBy: row.taken_by.filter((id) => indexNames.has(id)).map(named),
    changes: (changes.get(row.id) ?? []).map(({ change_id: id, is_in_index: isInIndex }) => ({ id, isInIndex })),
    raisedAt: row.raised_at.toISOString(),
    settled: settledOf(row),
  }));
}

function settledOf({ answer, reason, settled_by: by, settled_at: settledAt }: AlarmRow): Alarm["settled"] {
  return answer === null || by === null || settledAt === null
    ? null
    : { answer, reason: reason ?? "", by, at: settledAt.toISOString() };
}
