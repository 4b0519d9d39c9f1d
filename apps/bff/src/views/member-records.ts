import type { PractitionerView } from "@dc/contract";
import { distinctRecords, membersOf, type Reading, type RecordKey, recordKey, shapeOf } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { effectiveNames } from "#/records/effective-names.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { namedType } from "#/upstream/records/set-members.ts";

/** So many records are read for their names alone when a page is opened; the others are told by their ids. */
const MOST_READ = 60;

/** The records whose ids the sets and references of these records hold, with their names; each is read once, when it is first met. */
export async function memberRecords(
  deps: Deps,
  indexId: string,
  compared: readonly ComparedRecord[],
): Promise<PractitionerView["members"]> {
  const named = distinctRecords(compared.flatMap((record) => recordsNamed(deps, record)));
  if (named.length === 0) return [];
  const shown = new Set(compared.map(({ record }) => recordKey(record)));
  const further = named.filter((record) => !shown.has(recordKey(record))).slice(0, MOST_READ);
  await refreshReadings(
    deps,
    further.map((record) => ({ indexId, ...record, maxAge: "any" })),
  );
  const names = await effectiveNames(deps, deps.store.db, { indexId, records: named });
  return named.map((record) => ({ record, name: names.get(recordKey(record)) ?? null }));
}

/** The records that the sets and references of a record name here, in the other index or in its changes. */
function recordsNamed({ service: { profile } }: Deps, { record, fields }: ComparedRecord): RecordKey[] {
  return fields.flatMap(({ key, kind, index, base, changes }) => {
    const type = namedType(profile, record.type, key);
    if (type === null || !profile.recordTypes.includes(type)) return [];
    const isSet = shapeOf(kind) === "members";
    const inChanges = changes.flatMap(({ operation }): unknown =>
      isSet ? "element" in operation && operation.element : "value" in operation && operation.value,
    );
    const idsIn = (reading: Reading): Iterable<unknown> =>
      isSet ? (membersOf(reading) ?? []) : "value" in reading ? [reading.value] : [];
    const ids = [index, base].flatMap((reading) => (reading === null ? [] : [...idsIn(reading)]));
    return [...ids, ...inChanges].flatMap((id) =>
      typeof id === "string" && profile.fitsId(type, id) ? [{ type, id }] : [],
    );
  });
}
