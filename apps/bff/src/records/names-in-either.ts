import { type JsonObject, recordKey } from "@dc/directory";
import type { ComparedRecord, FreshReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { searchableNames } from "#/store/sql/search-text.ts";
import { toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectNamesOfSummaries, updateNamesOfSummaries } from "#/store/tables/records/record-summaries.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { nameOf } from "#/upstream/records/to-domain.ts";
import { effectiveRecords } from "./effective-names.ts";

/** What a record itself is called by the directory and by the standard index. */
export function namesInEither(
  { service: { profile } }: Pick<Deps, "service">,
  { record: { type }, here, against, changes }: Pick<ComparedRecord, "record" | "here" | "against" | "changes">,
): string[] {
  return namesOf(profile, type, [effectiveRaw(profile, type, here.raw, changes.map(toLedgerChange)), against.raw]);
}

function namesOf(profile: Deps["service"]["profile"], type: string, raws: readonly (JsonObject | null)[]): string[] {
  return [...new Set(raws.flatMap((raw) => (raw === null ? [] : (nameOf(profile, type, raw) ?? []))))];
}

/** Has records found in every directory by what the standard index calls them now. Never calls the service. */
export async function saveNamesOfBase(deps: Deps, moved: readonly FreshReading[]): Promise<void> {
  const { connection, service, wholeStore } = deps;
  const { profile } = service;
  const base = new Map(
    moved.flatMap(({ indexId, record, raw }) =>
      indexId === profile.standardIndex ? [[recordKey(record), { record, raw }] as const] : [],
    ),
  );
  if (base.size === 0) return;
  const summaries = await selectNamesOfSummaries(wholeStore.db, {
    connectionId: connection.id,
    standardIndex: profile.standardIndex,
    records: [...base.values()].map(({ record }) => record),
  });
  for (const [indexId, rows] of Map.groupBy(summaries, (row) => row.index_id)) {
    const effective = await effectiveRecords(deps, wholeStore.db, { indexId, records: rows.map(recordOf) });
    const renamed = rows.flatMap(({ names: before, ...row }) => {
      const record = recordOf(row);
      const raws = [effective.get(recordKey(record)) ?? null, base.get(recordKey(record))?.raw ?? null];
      const names = searchableNames(namesOf(profile, record.type, raws));
      return names === before ? [] : [{ record, names, before }];
    });
    await updateNamesOfSummaries(wholeStore.db, { connectionId: connection.id, indexId, renamed });
  }
}
