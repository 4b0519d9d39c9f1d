import type { ComparisonExportQuery } from "@dc/contract";
import {
  comparisonRows,
  type ComparisonRow,
  type FieldComparison,
  jsonPatch,
  type RecordComparison,
  recordKey,
  standingOut,
  valueCells,
} from "@dc/directory";
import type { z } from "zod";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { refreshRelatedComparisons } from "#/records/refresh-related.ts";
import { type Columns, pagesOf, tableFile } from "#/sheets/table-file.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectKnownSchedules } from "#/store/tables/directories/roster.ts";
import { rosterKeys, selectRosterPage } from "#/store/tables/directories/roster-pages.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { plansOfRecords } from "#/views/plans-of-records.ts";

/** So many practitioners are compared at once. */
const PRACTITIONERS_AT_ONCE = 100;

interface Exported extends RecordComparison {
  name: string | null;
  practitionerId: string | null;
}

/** What an index says field by field against the standard index, by kept readings, as a file. */
export async function exportComparison(
  context: RequestContext,
  indexId: string,
  { format, practitionerId, only }: z.output<typeof ComparisonExportQuery>,
): Promise<ReadableStream<Uint8Array>> {
  const { deps } = context;
  const { label } = await loadIndexVersion(context, indexId);
  const compared = practitionerId === undefined ? pagesOfRoster(context, indexId) : [[practitionerId]];
  const seen = new Set<string>();
  async function* records() {
    for await (const ids of compared) {
      const { all, practitionerOf } = await compareAll(deps, indexId, ids);
      const fresh = all.filter(({ record }) => !seen.has(recordKey(record)));
      for (const { record } of fresh) seen.add(recordKey(record));
      const nameOf = await namesAmong(deps, indexId, fresh);
      yield fresh.map((one) => ({
        compared: one,
        name: nameOf(one),
        practitionerId: practitionerOf.get(recordKey(one.record)) ?? null,
      }));
    }
  }
  const isTold = ({ fields }: RecordComparison) => only === "all" || standingOut(fields).length > 0;
  async function* comparisons(): AsyncGenerator<Exported[]> {
    for await (const page of records())
      yield page
        .map(({ compared: { comparison }, ...of }) => ({ ...comparison, ...of }))
        .filter(isTold)
        .map((one) => (only === "all" ? one : { ...one, fields: standingOut(one.fields) }));
  }
  if (format === "json") return await tableFile({ name: label, columns: [], pages: comparisons() }, format);
  if (format === "patch") {
    async function* patches() {
      for await (const page of records())
        yield page.flatMap(({ compared: one, name }) => {
          const patch = patchOf(deps, one);
          return only === "differences" && patch.length === 0 ? [] : [{ record: one.record, name, patch }];
        });
    }
    return await tableFile({ name: label, columns: [], pages: patches() }, "json");
  }
  async function* values() {
    for await (const page of records()) {
      const plans = await plansOfRecords(
        deps,
        page.map((one) => one.compared),
      );
      const planNames = new Map(plans.map(({ id, name }) => [id, name]));
      yield page.flatMap(({ compared: { comparison }, ...of }) =>
        (only === "all" ? comparison.fields : standingOut(comparison.fields)).flatMap((field) =>
          comparisonRows(field).map((row): Value => ({
            indexId,
            label,
            record: comparison.record,
            field,
            row,
            planNames,
            ...of,
          })),
        ),
      );
    }
  }
  return await tableFile({ name: "Directory", columns, pages: values() }, format);
}

/** The steps from the record of the standard index to that of this one; none where one of them was not read. */
function patchOf({ service: { profile } }: Deps, { record, here, against, changes, changesAgainst }: ComparedRecord) {
  if (here.state === "not read" || against.state === "not read") return [];
  const base = effectiveRaw(profile, record.type, against.raw, changesAgainst);
  return jsonPatch(base, effectiveRaw(profile, record.type, here.raw, changes.map(toLedgerChange)));
}

/** The ids of the practitioners on a roster, some at a time. */
function pagesOfRoster({ deps, connection }: RequestContext, indexId: string): AsyncIterable<string[]> {
  return pagesOf(async (cursor) => {
    const query = { type: "practitioner", sort: "name", cursor, limit: PRACTITIONERS_AT_ONCE } as const;
    const { rows } = await selectRosterPage(deps.store.db, {
      connectionId: connection.id,
      indexId,
      query,
      isCounted: false,
    });
    const { items, nextCursor } = cutPage(rows, query.limit, rosterKeys(query.sort));
    return { items: items.map(({ record_id }) => record_id), nextCursor };
  });
}

/** Practitioners with their known schedules, and what these share with others. */
async function compareAll(deps: Deps, indexId: string, practitionerIds: readonly string[]) {
  const { standardIndex } = deps.service.profile;
  const schedules = await selectKnownSchedules(deps.store.db, {
    connectionId: deps.connection.id,
    indexIds: [...new Set([indexId, standardIndex])],
    practitionerIds,
  });
  const practitionerOf = new Map<string, string | null>(
    practitionerIds.map((id) => [recordKey({ type: "practitioner", id }), id]),
  );
  for (const row of schedules) practitionerOf.set(recordKey(recordOf(row)), row.practitioner_id);
  const bySchedule = Map.groupBy(schedules, (row) => row.practitioner_id);
  const own = practitionerIds.flatMap((id) => [
    { type: "practitioner", id },
    ...(bySchedule.get(id) ?? []).map(recordOf),
  ]);
  const records = [...new Map(own.map((record) => [recordKey(record), record])).values()];
  const { compared, related } = await refreshRelatedComparisons(deps, {
    indexId,
    againstId: standardIndex,
    records,
    maxAge: "kept",
  });
  return { all: [...compared, ...related] satisfies ComparedRecord[], practitionerOf };
}

interface Value {
  indexId: string;
  label: string;
  record: RecordComparison["record"];
  name: string | null;
  practitionerId: string | null;
  field: FieldComparison;
  row: ComparisonRow;
  planNames: ReadonlyMap<string, string | null>;
}

const entryOf = ({ field, row }: Value) => (row === field ? null : row.key);
const here = (value: Value) => valueCells(value.field.kind, value.row.values.effective, entryOf(value));
const standard = (value: Value) => valueCells(value.field.kind, value.row.values.base, entryOf(value));

const columns: Columns<Value> = [
  ["directory id", ({ indexId }) => indexId],
  ["directory", ({ label }) => label],
  ["practitioner id", ({ practitionerId }) => practitionerId],
  ["record type", ({ record }) => record.type],
  ["record id", ({ record }) => record.id],
  ["record", ({ name }) => name],
  ["field", ({ field }) => field.key],
  ["entry", entryOf],
  ["entry name", (value) => value.planNames.get(value.row.key) ?? null],
  ["value", (value) => here(value).value],
  ["extension", (value) => here(value).extension],
  ["label", (value) => here(value).label],
  ["standard value", (value) => standard(value).value],
  ["standard extension", (value) => standard(value).extension],
  ["verdict", ({ row }) => row.verdict],
  ["flags", ({ row }) => row.flags.join(", ")],
  ["state", ({ row }) => row.override?.state ?? null],
];
