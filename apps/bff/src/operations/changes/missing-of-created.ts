import { distinctRecords, liveStates, type RecordKey, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { type ChangeRow, selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";

interface ChangedPart {
  record: RecordKey;
  /** Absent or null for a change of the record as a whole. */
  field?: string | null | undefined;
}

/**
 * What creation requires and these changes leave empty, in records that exist in the console alone: with everything that
 * is approved or live and, in `changeSetId`, the drafts of the actor. Call it after they were written, before the commit.
 */
export async function missingOfCreated(
  { actor, connection, deps }: RequestContext,
  trx: Transaction,
  { indexId, among, changeSetId }: { indexId: string; among: readonly ChangedPart[]; changeSetId?: string },
): Promise<{ record: RecordKey; fields: string[] }[]> {
  const { profile } = deps.service;
  const records = distinctRecords(among.map(({ record }) => record).filter(isProvisional));
  const states = [...liveStates, "queued", "draft"] as const;
  const rows = await selectChangesOnRecords(trx, { connectionId: connection.id, indexId, records, states });
  const counts = ({ state, operation, change_set_id: set, created_by: by }: ChangeRow) =>
    state !== "draft" || operation.op === "create" || (set === changeSetId && by.id === actor.id);
  const changesOf = Map.groupBy(rows.filter(counts), (row) => recordKey(recordOf(row)));
  return records.flatMap((record) => {
    const changes = (changesOf.get(recordKey(record)) ?? []).map(toLedgerChange);
    const inOrder = changes.map((change, order) => ({ ...change, state: "held" as const, order }));
    const raw = effectiveRaw(profile, record.type, null, inOrder);
    const ofRecord = among.filter((part) => recordKey(part.record) === recordKey(record));
    const isTouched = (field: string) => ofRecord.some((part) => (part.field ?? field) === field);
    const fields = raw === null ? [] : profile.missingAtCreation(record.type, raw).filter(isTouched);
    return fields.length === 0 ? [] : [{ record, fields }];
  });
}

/** Refuses what would leave a record that exists in the console alone without what its creation requires. */
export async function refuseIncomplete(
  context: RequestContext,
  trx: Transaction,
  rows: readonly ChangeRow[],
  doing: string,
): Promise<void> {
  const ofCreated = rows.filter((row) => isProvisional(recordOf(row)));
  for (const [indexId, ofIndex] of Map.groupBy(ofCreated, (row) => row.index_id)) {
    const among = ofIndex.map((row) => ({ record: recordOf(row), field: row.field }));
    const [missing] = await missingOfCreated(context, trx, { indexId, among });
    if (missing === undefined) continue;
    const { record, fields } = missing;
    throw operationError("wrong_state", "required-field", {
      doing,
      type: record.type,
      id: record.id,
      fields: fields.join(", "),
    });
  }
}
