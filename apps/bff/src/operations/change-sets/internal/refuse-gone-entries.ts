import {
  applyOperation,
  entriesNamed,
  equalReadings,
  foldChanges,
  indexRecordKey,
  liveStates,
  type Operation,
  phoneEntries,
  phoneKeyText,
  phonesOf,
  shapeOf,
} from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { parseStored } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";

const fieldKey = (row: ChangeRow) => `${indexRecordKey(recordAt(row))} ${row.field ?? ""}`;

/** The keys of the phones that an operation takes to be there. */
function namedEntries(operation: Operation): string[] {
  if (operation.op === "replace" || operation.op === "remove") return [operation.element];
  return operation.op === "move" ? [operation.element, operation.before].filter((key) => key !== null) : [];
}

/**
 * Refuses a change whose phone is gone because somebody else's change went live first. Applying it would add the phone a
 * second time, or silently do nothing. The changes are approved already, so that no other change of the field becomes live
 * before the end of this transaction.
 */
export async function refuseGoneEntries(
  { connection, deps }: RequestContext,
  trx: Transaction,
  changes: readonly ChangeRow[],
): Promise<void> {
  const { profile } = deps.service;
  const region = profile.defaultRegion;
  const naming = changes.filter(
    ({ kind, operation }) => kind !== null && shapeOf(kind) === "keyed" && namedEntries(operation).length > 0,
  );
  if (naming.length === 0) return;
  const readings = await selectReadings(trx, connection.id, naming.map(recordAt));
  const readingOf = new Map(readings.map((row) => [indexRecordKey(recordAt(row)), row]));
  const ids = new Set(changes.map(({ id }) => id));
  const live: ChangeRow[] = [];
  for (const [indexId, rows] of Map.groupBy(naming, (row) => row.index_id))
    live.push(
      ...(await selectChangesOnRecords(trx, {
        connectionId: connection.id,
        indexId,
        records: rows.map((row) => recordAt(row).record),
        states: [...liveStates, "queued"],
      })),
    );
  const othersOf = Map.groupBy(
    live.filter(({ id }) => !ids.has(id)),
    fieldKey,
  );
  const ownOf = Map.groupBy(changes, fieldKey);
  for (const [key, [first]] of Map.groupBy(naming, fieldKey)) {
    const reading = first === undefined ? undefined : readingOf.get(indexRecordKey(recordAt(first)));
    if (first?.field == null || first.kind === null || reading === undefined) continue;
    const { field, kind, record_type: type } = first;
    const raw = reading.raw_text === null ? null : parseStored(reading.raw_text);
    const index = fieldReading(profile, type, raw, field);
    const others = (othersOf.get(key) ?? []).map((row) => ({ ...toLedgerChange(row), state: "held" as const }));
    let value = foldChanges(index, others, kind, region).wanted ?? index;
    for (const { operation, value_before: before, base_seen: base } of ownOf.get(key) ?? []) {
      const after = applyOperation(kind, value, operation, region) ?? value;
      const entries = phoneEntries(phonesOf(value) ?? [], region);
      // Where somebody else replaced it by the same number, all is as it was meant to be.
      const isAsMeant = operation.op === "replace" && equalReadings(kind, after, value, region);
      for (const named of namedEntries(operation)) {
        const found = entriesNamed(entries, named, region).length;
        if (found === 1 || (found === 0 && isAsMeant)) continue;
        const phone = phoneKeyText(named, [before, base]);
        throw operationError("moved_since_seen", found === 0 ? "phone-gone" : "phone-of-several", { phone, type });
      }
      value = after;
    }
  }
}
