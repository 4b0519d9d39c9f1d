import { type RecordKey, recordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { anyRawRecord } from "./compared-names.ts";
import { type ComparisonRequest, refreshComparisons } from "./refresh-comparisons.ts";
import { toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectReferences } from "#/store/tables/records/record-references.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { referencesIn } from "#/upstream/records/references.ts";

/** Limits how many references are followed in a row, in case the data is wrong. */
const LONGEST_CHAIN = 4;

/**
 * Reads and compares records together with the records that hold values for them. References known from the last
 * reading are read at the same time, new ones afterwards.
 */
export async function refreshRelatedComparisons(
  deps: Deps,
  request: ComparisonRequest,
): Promise<{ compared: ComparedRecord[]; related: ComparedRecord[] }> {
  const asked = new Set(request.records.map(recordKey));
  const known = await knownTargets(deps, request);
  const first = await refreshComparisons(deps, {
    ...request,
    records: [...request.records, ...known.filter((record) => !asked.has(recordKey(record)))],
  });
  const all = new Map(first.map((compared) => [recordKey(compared.record), compared]));
  for (let step = 0; step < LONGEST_CHAIN; step += 1) {
    const missing = [...reached(deps, all, asked).values()].filter((record) => !all.has(recordKey(record)));
    if (missing.length === 0) break;
    for (const compared of await refreshComparisons(deps, { ...request, records: missing }))
      all.set(recordKey(compared.record), compared);
  }
  const related = reached(deps, all, asked);
  return {
    compared: request.records.flatMap((record) => all.get(recordKey(record)) ?? []),
    related: [...related.keys()].flatMap((key) => all.get(key) ?? []),
  };
}

async function knownTargets(deps: Deps, { indexId, records }: ComparisonRequest): Promise<RecordKey[]> {
  const targets = new Map<string, RecordKey>();
  let from: readonly RecordKey[] = records;
  for (let step = 0; step < LONGEST_CHAIN && from.length > 0; step += 1) {
    const named = await selectReferences(deps.store.db, { connectionId: deps.connection.id, indexId, records: from });
    const fresh = named.map(({ target }) => target).filter((target) => !targets.has(recordKey(target)));
    for (const target of fresh) targets.set(recordKey(target), target);
    from = fresh;
  }
  return [...targets.values()];
}

/** The records reachable from the requested ones by references in this index, the other index or the directory. */
export function reached(
  deps: Deps,
  all: ReadonlyMap<string, ComparedRecord>,
  asked: ReadonlySet<string>,
): Map<string, RecordKey> {
  const related = new Map<string, RecordKey>();
  let from = [...asked];
  for (let step = 0; step < LONGEST_CHAIN && from.length > 0; step += 1) {
    const targets = from.flatMap((key) => {
      const compared = all.get(key);
      return compared === undefined ? [] : targetsOf(deps, compared);
    });
    const fresh = targets.filter((target) => !related.has(recordKey(target)) && !asked.has(recordKey(target)));
    for (const target of fresh) related.set(recordKey(target), target);
    from = fresh.map(recordKey);
  }
  return related;
}

function targetsOf(deps: Deps, compared: ComparedRecord): RecordKey[] {
  const { profile } = deps.service;
  const { record, here, against, changes } = compared;
  const effective =
    effectiveRaw(profile, record.type, here.raw, changes.map(toLedgerChange)) ?? anyRawRecord(deps, compared);
  const raws = effective === here.raw ? [here.raw, against.raw] : [effective, here.raw, against.raw];
  return raws.flatMap((raw) =>
    raw === null ? [] : referencesIn(profile, record.type, raw).map(({ target }) => target),
  );
}
