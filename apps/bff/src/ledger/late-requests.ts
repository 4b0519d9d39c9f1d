import type { Known, RecordKey } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { recordNames } from "#/records/record-names.ts";
import { updateLateReads } from "#/store/ledger-writes/changes.ts";
import { lockFieldMemory, writeFieldMemory } from "#/store/ledger-writes/known-values.ts";
import { transact } from "#/store/sql/transaction.ts";
import { WHOLE_RECORD } from "#/store/tables/records/known-values.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { labelParam } from "#/upstream/records/field-wording.ts";
import { withLedger } from "./with-ledger.ts";

const READ_AFTER_MIN = [1, 10, 60];

/** When a record is next read for a request that may arrive late since then; null after the last time. */
export function nextLateRead(since: Date, now: Date): Date | null {
  const next = READ_AFTER_MIN.map((minutes) => since.getTime() + minutes * 60_000).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

export interface LateRequests {
  indexId: string;
  record: RecordKey;
  /** The changes for which the record was read. */
  changeIds: readonly string[];
  /** Until when they were due. */
  due: Date;
  /** When it is read again for them; null: no more. */
  readAt: Date | null;
  /** The fields, or the whole record, that are not as we left them, with the K that they were compared with. */
  fields: readonly { field: string; known: Known }[];
  /** The request that read them. */
  requestId: string | null;
}

/** Has the record of these changes read again at another time: it could not be read now. */
export async function postponeLateReads(
  deps: Deps,
  { changeIds, due, readAt }: Pick<LateRequests, "changeIds" | "due" | "readAt">,
): Promise<void> {
  await transact(deps.store.db, async (trx) => await updateLateReads(trx, changeIds, { due, readAt }));
}

/** Keeps what a record was found to be when it was read again; each field is told once, until K is written. */
export async function tellLateRequests(
  deps: Deps,
  { indexId, record, changeIds, due, readAt, fields, requestId }: LateRequests,
): Promise<void> {
  const { connection, service } = deps;
  const now = deps.clock.now();
  await withLedger(deps, async ({ trx, markCountsChanged }) => {
    await updateLateReads(trx, changeIds, { due, readAt });
    for (const { field, known } of fields) {
      const place = { connectionId: connection.id, indexId, record, field };
      const memory = await lockFieldMemory(trx, place);
      // Told already, or settled since the comparison.
      if (memory.late_request_at !== null || JSON.stringify(memory.known ?? {}) !== JSON.stringify(known)) continue;
      await writeFieldMemory(trx, place, { late_request_at: now });
      markCountsChanged(indexId, record);
      const row = { connection_id: connection.id, index_id: indexId, record_type: record.type, record_id: record.id };
      const name = (await recordNames(deps, trx, [row]))(row);
      await appendJournal(trx, {
        connectionId: connection.id,
        at: now,
        actor: consoleActors.sender,
        subject: `${record.type} ${record.id}`,
        indexId,
        message:
          field === WHOLE_RECORD
            ? { code: "record.late-deletion", params: { record: { ...record, name } } }
            : {
                code: "record.late-request",
                params: { field, ...labelParam(service.profile, record.type, field), record: { ...record, name } },
              },
        requestId,
      });
    }
  });
}
