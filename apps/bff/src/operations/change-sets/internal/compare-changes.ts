import type { ReviewedChange } from "@dc/contract";
import { type ComparisonRow, distinctRecords, type FieldComparison, recordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { compareRecords } from "#/records/compare-records.ts";
import { copiedAt } from "#/records/refresh-comparisons.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";

type Compared = NonNullable<ReviewedChange["compared"]>;
export type DecidingChange = Pick<ChangeRow, "id" | "index_id" | "record_type" | "record_id" | "field" | "operation">;

/** So many records are read from the store at once. */
const AT_ONCE = 100;

/**
 * What each of these changes decides, in base and in its index as last read, with its verdict; one that decides nothing any more
 * has none. The service is not asked.
 */
export async function compareChanges(
  deps: Deps,
  changes: readonly DecidingChange[],
): Promise<ReadonlyMap<string, Compared>> {
  const againstId = deps.service.profile.standardIndex;
  const compared = new Map<string, Compared>();
  for (const [indexId, ofIndex] of Map.groupBy(changes, ({ index_id: id }) => id)) {
    const notBefore = await copiedAt(deps, indexId);
    const byRecord = Map.groupBy(ofIndex, (change) => recordKey(recordOf(change)));
    const records = distinctRecords(ofIndex.map(recordOf));
    for (let at = 0; at < records.length; at += AT_ONCE) {
      const some = records.slice(at, at + AT_ONCE);
      const readings = await refreshReadings(deps, [
        ...some.map((record) => ({ indexId, ...record, maxAge: "kept" as const })),
        ...some.map((record) => ({ indexId: againstId, ...record, maxAge: "kept" as const, notBefore })),
      ]);
      for (const record of await compareRecords(deps, { indexId, againstId, records: some, readings }))
        for (const change of byRecord.get(recordKey(record.record)) ?? []) {
          const decided = decidedBy(record, change);
          if (decided !== null) compared.set(change.id, decided);
        }
    }
  }
  return compared;
}

function decidedBy({ comparison, here, against }: ComparedRecord, change: DecidingChange): Compared | null {
  const times = [here.fetchedAt, against.fetchedAt].flatMap((at) => at ?? []);
  const oldest = times.toSorted((a, b) => a.getTime() - b.getTime())[0];
  const readAt = times.length < 2 ? null : (oldest?.toISOString() ?? null);
  if (change.field === null) {
    const none = { base: null, index: null, effective: null, preview: null };
    return { verdict: comparison.verdict, flags: comparison.flags, ...none, readAt };
  }
  const field = comparison.fields.find(({ key }) => key === change.field);
  if (field === undefined) return null;
  const row = rowOf(field, change);
  if (row !== undefined) {
    const { base, index, effective, preview } = row.values;
    return { verdict: row.verdict, flags: row.flags, base, index, effective, preview, readAt };
  }
  const values = partAbout(field, change)?.values;
  if (values === undefined) return null;
  return {
    verdict: null,
    flags: [],
    base: values.base,
    index: values.index,
    effective: values.effective,
    preview: null,
    readAt,
  };
}

/** The part of a field that a change decides: of a change of one element, what has it among its drafts or as its override. */
function rowOf(field: FieldComparison, { id, operation }: DecidingChange): ComparisonRow | undefined {
  const decides = ({ drafts, override }: ComparisonRow) => drafts.includes(id) || override?.changeId === id;
  return ("element" in operation ? field.parts.find(decides) : undefined) ?? (decides(field) ? field : undefined);
}

/** The part that a change was about. */
function partAbout(field: FieldComparison, { operation }: DecidingChange): ComparisonRow | undefined {
  if (!("element" in operation)) return field;
  const { element } = operation;
  return typeof element === "string" ? field.parts.find(({ key }) => key === element) : undefined;
}
