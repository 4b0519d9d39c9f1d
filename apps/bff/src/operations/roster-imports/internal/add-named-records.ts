import { type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { RecordReading } from "#/context/compared-record.ts";
import { insertRosterEntries, type NewRosterEntry, selectRosterEntries } from "#/store/tables/directories/roster.ts";
import type { RosterImportRow } from "#/store/tables/directories/roster-imports.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type Listed, listRecords } from "#/upstream/records/list-records.ts";
import { referencesIn } from "#/upstream/records/references.ts";
import type { ComingSchedules } from "./known-schedules.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";

/** The schedules that the service lists for each practitioner found; empty if it has no such operation. */
export async function listSchedulesOf(
  { service }: Deps,
  indexId: string,
  readings: readonly RecordReading[],
  signal: AbortSignal,
): Promise<Map<string, Exclude<Listed, { outcome: "no such operation" }>>> {
  const practitioners = readings.filter(({ record }) => record.type === "practitioner");
  const listed = await Promise.all(
    practitioners.map(async ({ record }) => ({
      id: record.id,
      answer: await listRecords(service, { indexId, type: "schedule", practitionerId: record.id, signal }),
    })),
  );
  return new Map(listed.flatMap(({ id, answer }) => (answer.outcome === "no such operation" ? [] : [[id, answer]])));
}

/**
 * Adds the records that found records name to the roster, to be read next, with the same source: a schedule's
 * practitioner and place, a practitioner's schedules. Gives how many of those with which a practitioner comes are new here.
 */
export async function addNamedRecords(
  deps: Deps,
  trx: Transaction,
  run: RosterImportRow,
  {
    found,
    listed,
    coming,
  }: {
    found: readonly RecordReading[];
    listed: Awaited<ReturnType<typeof listSchedulesOf>>;
    coming: ReadonlyMap<string, ComingSchedules>;
  },
): Promise<number> {
  const { profile } = deps.service;
  const entries = new Map<string, NewRosterEntry>();
  const sources = await sourcesOf(deps, trx, run.index_id, found);
  const follow = (record: RecordKey, practitionerId: string | null, from: RecordKey) => {
    if (profile.fitsId(record.type, record.id))
      entries.set(recordKey(record), {
        record,
        practitionerId,
        source: sources.get(recordKey(from)) ?? "followed",
        sourceDetail: `via ${from.id}`,
      });
  };
  for (const { record, raw } of found) {
    if (raw === null) continue;
    const practitionerId = record.type === "practitioner" ? null : practitionerOf(profile, record.type, record.id, raw);
    if (practitionerId !== null) follow({ type: "practitioner", id: practitionerId }, practitionerId, record);
    for (const { target } of referencesIn(profile, record.type, raw)) follow(target, null, record);
    const schedules = record.type === "practitioner" ? listed.get(record.id) : undefined;
    if (schedules?.outcome === "listed")
      for (const { id } of schedules.records) follow({ type: "schedule", id }, record.id, record);
  }
  const add = async (added: readonly NewRosterEntry[]) =>
    await insertRosterEntries(trx, {
      connectionId: deps.connection.id,
      indexId: run.index_id,
      importId: run.id,
      entries: added,
      actor: run.created_by,
      now: deps.clock.now(),
    });
  await add([...entries.values()]);
  entries.clear();
  for (const { record } of found)
    for (const id of coming.get(record.id)?.ids ?? []) follow({ type: "schedule", id }, record.id, record);
  return await add([...entries.values()]);
}

async function sourcesOf(
  { connection }: Deps,
  trx: Transaction,
  indexId: string,
  readings: readonly RecordReading[],
): Promise<Map<string, NewRosterEntry["source"]>> {
  const byType = Map.groupBy(readings, ({ record }) => record.type);
  const sources = new Map<string, NewRosterEntry["source"]>();
  for (const [type, readings] of byType) {
    const ids = readings.map(({ record }) => record.id);
    for (const row of await selectRosterEntries(trx, { connectionId: connection.id, indexId, type, ids }))
      sources.set(recordKey({ type, id: row.record_id }), row.source);
  }
  return sources;
}
