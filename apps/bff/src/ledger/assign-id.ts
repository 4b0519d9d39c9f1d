import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { renameRecordInChanges } from "#/store/ledger-writes/changes.ts";
import { renameRecordInFieldMemories } from "#/store/ledger-writes/known-values.ts";
import { type AssignedId, insertAssignedId } from "#/store/tables/records/assigned-ids.ts";
import { appendJournal, type JournalEntry } from "#/store/tables/activity/journal.ts";
import { insertOriginals } from "#/store/tables/records/readings.ts";
import { renameRecordInSummaries } from "#/store/tables/records/record-summaries.ts";
import { renameRecordInVerifications } from "#/store/tables/records/verifications.ts";
import { renameRosterEntry } from "#/store/tables/directories/roster.ts";
import type { Ledger } from "./with-ledger.ts";

/**
 * Replaces the provisional id with the service's id in the ledger and the rosters of the index: as the sender, or as whoever
 * found the id out.
 */
export async function assignId(
  deps: Deps,
  ledger: Ledger,
  { indexId, type, provisionalId, recordId }: Omit<AssignedId, "connectionId">,
  by: Pick<JournalEntry, "actor" | "requestId"> = { actor: consoleActors.sender, requestId: null },
): Promise<void> {
  const { trx } = ledger;
  const connectionId = deps.connection.id;
  const now = deps.clock.now();
  const assigned = { connectionId, indexId, type, provisionalId, recordId };
  await insertAssignedId(trx, assigned, now);
  const naming = await renameRecordInChanges(trx, assigned);
  await renameRecordInFieldMemories(trx, assigned);
  await renameRecordInSummaries(trx, assigned);
  await renameRecordInVerifications(trx, assigned);
  await renameRosterEntry(trx, assigned);
  // The index did not have the record when it was first requested, so its original is null whatever is read later.
  await insertOriginals(trx, [
    {
      connection_id: connectionId,
      index_id: indexId,
      record_type: type,
      record_id: recordId,
      state: "missing",
      raw_text: null,
      provenance: "observed",
      profile_hash: deps.service.profile.hash,
      fetched_at: now,
    },
  ]);
  await appendJournal(trx, {
    connectionId,
    at: now,
    ...by,
    subject: recordId,
    indexId,
    before: { id: provisionalId },
    after: { id: recordId },
    message: { code: "record.assign-id", params: { type, id: recordId } },
  });
  for (const id of [provisionalId, recordId]) ledger.markOverridesChanged(indexId, { type, id });
  for (const record of naming) ledger.markOverridesChanged(indexId, record);
}
