import type { Override, OverridePage, OverrideQuery } from "@dc/contract";
import { distinctRecords, type Reading, recordKey } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { refreshComparisons } from "#/records/refresh-comparisons.ts";
import { todayOf } from "#/context/today.ts";
import { operationError } from "#/runtime/errors.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { parseStored } from "#/store/sql/json.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { selectSomePractitioner } from "#/store/tables/records/record-references.ts";
import { lastDayOf } from "#/store/tables/changes/evidence.ts";
import { countOverrides, selectElements, selectOverridePage } from "#/store/tables/changes/overrides.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { fitsProfile } from "#/upstream/records/to-domain.ts";

/** The overrides of an index, by record and field. */
export async function listOverrides(
  { connection, deps }: RequestContext,
  indexId: string,
  { q, state, cursor, limit, with: besides }: OverrideQuery,
): Promise<OverridePage> {
  const { db } = deps.store;
  if ((await selectIndexVersion(db, connection.id, indexId)) === undefined)
    throw operationError("not_found", "index-version", { indexId });
  const today = todayOf(deps);
  const filter = { connectionId: connection.id, indexId, q, state, today };
  const after = readCursor(cursor, ["text", "text", "text", "text"]);
  const rows = await selectOverridePage(db, { ...filter, after: after ?? null, limit: limit + 1 });
  const changeRows = await selectChangesByIds(
    db,
    rows.map((row) => row.change_id),
  );
  const changeRowOf = new Map(changeRows.map((row) => [row.id, row]));
  const { items, nextCursor } = cutPage(
    rows,
    limit,
    (row) => [row.record_type, row.record_id, row.field, row.element],
    (row) => [row, changeRowOf.get(row.change_id)],
  );
  const told = new Set(items.map((row) => row.change_id));
  const changes = await describeChanges(
    deps,
    db,
    changeRows.filter((row) => told.has(row.id)),
  );
  const elementsOf = await selectElements(db, {
    connectionId: connection.id,
    indexId,
    records: items.map((row) => ({ type: row.record_type, id: row.record_id })),
  });
  const baseOf = await readBases(deps, items);
  const comparedOf = besides === "comparison" ? await compareFields(deps, indexId, items) : null;
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const shared = items
    .filter((row) => row.record_type !== "practitioner" && row.practitioner_id === null)
    .map((row) => ({ type: row.record_type, id: row.record_id }));
  const practitionerOf = await selectSomePractitioner(db, { connectionId: connection.id, indexId, records: shared });
  const overrides = items.flatMap((row): Override[] => {
    const change = changeOf.get(row.change_id);
    const changeRow = changeRowOf.get(row.change_id);
    if (change === undefined || changeRow === undefined) return [];
    const until = lastDayOf(changeRow, change.evidence);
    return [
      {
        indexId,
        record: { type: row.record_type, id: row.record_id },
        recordName: row.record_name,
        practitionerId:
          row.practitioner_id ??
          (row.record_type === "practitioner" ? row.record_id : (practitionerOf.get(recordKey(recordOf(row))) ?? null)),
        field: row.field === "" ? null : row.field,
        kind: change.kind,
        elements: elementsOf.get(row.change_id) ?? [],
        change,
        base: baseOf(row),
        policy: row.policy,
        reviewBy: change.evidence?.reviewBy ?? null,
        ...(comparedOf === null ? {} : { compared: comparedOf(row) }),
        until,
        hasEnded: until !== null && until < today.today,
      },
    ];
  });
  return { items: overrides, nextCursor, total: await countOverrides(db, filter) };
}

/** The field of each override as last read, compared with the standard index; the service is not asked. */
async function compareFields(
  deps: Deps,
  indexId: string,
  rows: readonly Row[],
): Promise<(row: Row) => NonNullable<Override["compared"]> | null> {
  const againstId = deps.service.profile.standardIndex;
  const records = distinctRecords(rows.map(recordOf));
  const compared = await refreshComparisons(deps, { indexId, againstId, records, maxAge: "kept" });
  const comparisonOf = new Map(compared.map(({ record, comparison }) => [recordKey(record), comparison]));
  return (row) => {
    const comparison = comparisonOf.get(recordKey(recordOf(row)));
    const field = comparison?.fields.find(({ key }) => key === row.field);
    return comparison === undefined || field === undefined ? null : { presence: comparison.presence, field };
  };
}

type Row = Awaited<ReturnType<typeof selectOverridePage>>[number];

/**
 * The stored base value of each override's field: null if the standard index has no such record, or it was never read.
 */
async function readBases(
  { connection, service, store }: Deps,
  rows: readonly Row[],
): Promise<(row: Row) => Reading | null> {
  const { profile } = service;
  const records = rows.map((row) => ({
    indexId: profile.standardIndex,
    record: { type: row.record_type, id: row.record_id },
  }));
  const kept = await selectReadings(store.db, connection.id, records);
  const rawOf = new Map(kept.map((row) => [recordKey(recordOf(row)), row.raw_text]));
  return (row) => {
    const text = rawOf.get(recordKey(recordOf(row))) ?? null;
    const raw = text === null ? null : parseStored(text);
    if (row.field === "" || raw === null || !fitsProfile(profile, row.record_type, raw)) return null;
    return fieldReading(profile, row.record_type, raw, row.field);
  };
}
