import type { RosterImport } from "@dc/contract";
import { type RecordKey, recordKey } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import { withoutLimits } from "#/store/reach/limited-database.ts";
import type { LeftOnRoster } from "#/store/schema/roster-tables.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type RosterImportRow, updateRosterImport } from "#/store/tables/directories/roster-imports.ts";
import {
  type AddedEntry,
  lockRosterImport,
  removeAddedEntries,
  selectAddedEntries,
  selectPractitionersOfOthers,
  selectReferencesTo,
  selectUsedSince,
  type UsedRecord,
} from "#/store/tables/directories/taken-back-rosters.ts";
import { describeRosterImport, mayBeTakenBack } from "./internal/describe-roster-imports.ts";

const MOST_NAMED = 100;

/** Removes from a roster what an import added to it, but for what somebody used since. */
export async function takeBackRosterImport(context: RequestContext, importId: string): Promise<RosterImport> {
  const { actor, connection, deps } = context;
  return await inTransaction(context, async (trx) => {
    const run = await lockRosterImport(trx, { connectionId: connection.id, id: importId });
    if (run === undefined) throw operationError("not_found", "roster-import");
    if (run.state === "running") throw operationError("wrong_state", "import-running");
    if (!mayBeTakenBack(run)) throw operationError("wrong_state", "take-back-import");
    const now = deps.clock.now();
    const left = await leftOf(trx, run);
    const removed = await removeAddedEntries(trx, run, { left, by: actor, now });
    const takenBack = {
      by: actor,
      at: now.toISOString(),
      removed,
      restored: 0,
      left: left.length,
      leftItems: left.slice(0, MOST_NAMED).map(({ record, name, why }) => ({ record, name, why })),
    };
    await updateRosterImport(trx, run.id, { taken_back: json(takenBack) });
    await journal(context, trx, {
      subject: run.id,
      indexId: run.index_id,
      after: { removed, left: left.length },
      message: { code: "roster.take-back", params: { by: actor.name, removed, left: left.length } },
    });
    return await describeRosterImport(trx, { ...run, taken_back: takenBack });
  });
}

/** What stays on the roster, from now on as what a later import added that lists it, or one of its practitioner. */
interface Left extends LeftOnRoster {
  importId: string | null;
}

/**
 * What stays of what an import added. A practitioner stays with its schedules, where one of them was used since or somebody
 * else added one; what belongs to no practitioner stays where it was used, or something that stays refers to it.
 */
async function leftOf(trx: Transaction, run: RosterImportRow): Promise<Left[]> {
  const added = await selectAddedEntries(trx, run);
  const isAdded = new Set(added.map((entry) => recordKey(recordOf(entry))));
  const used = new Map<string, UsedRecord>();
  const listedBy = new Map<string, string>();
  const shared = new Set<string>();
  const references: { from: RecordKey; to: RecordKey }[] = [];
  await withoutLimits(trx, async () => {
    for (const one of await selectUsedSince(trx, run)) {
      const key = recordKey(recordOf(one));
      if (!used.has(key)) used.set(key, one);
      if (one.listed_by !== null) listedBy.set(key, one.listed_by);
    }
    for (const id of await selectPractitionersOfOthers(trx, run)) shared.add(id);
    references.push(...(await selectReferencesTo(trx, run)));
  });
  const left = new Map<string, Left>();
  const leave = (entry: AddedEntry, why: LeftOnRoster["why"], importId: string | null) =>
    left.set(recordKey(recordOf(entry)), { record: recordOf(entry), name: entry.name, why, importId });
  const [alone, ofPractitioner] = [
    added.filter(({ practitioner_id: id }) => id === null),
    added.filter(({ practitioner_id: id }) => id !== null),
  ];
  for (const [practitionerId, entries] of Map.groupBy(ofPractitioner, (entry) => entry.practitioner_id ?? "")) {
    const addedThem = isAdded.has(recordKey({ type: "practitioner", id: practitionerId }));
    const keys = entries.map((entry) => recordKey(recordOf(entry)));
    if (!keys.some((key) => used.has(key)) && !(addedThem && shared.has(practitionerId))) continue;
    const listed = keys.map((key) => listedBy.get(key)).find((id) => id !== undefined) ?? null;
    for (const [at, entry] of entries.entries())
      leave(entry, used.get(keys[at] ?? "")?.used_as ?? "used by what is left", listed);
  }
  const stays = (record: RecordKey) => !isAdded.has(recordKey(record)) || left.has(recordKey(record));
  const named = new Set(references.filter(({ from }) => stays(from)).map(({ to }) => recordKey(to)));
  for (const entry of alone) {
    const key = recordKey(recordOf(entry));
    const why = used.get(key)?.used_as ?? (named.has(key) ? "used by what is left" : undefined);
    if (why !== undefined) leave(entry, why, listedBy.get(key) ?? null);
  }
  return [...left.values()];
}
