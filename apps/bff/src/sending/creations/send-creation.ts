import { applyOperation, type ChangeReason, type Reading, type RecordKey } from "@dc/directory";
import { type ChangeRow, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import { toEncodeFailure } from "#/upstream/encode-failure.ts";
import { commitIntents } from "#/sending/records/commit-intents.ts";
import { assignId } from "#/ledger/assign-id.ts";
import { underLease } from "#/sending/lease.ts";
import { nowhere, siblingOfNewRecord } from "#/sending/records/other-indices.ts";
import { deferUntilResumed, failAll, recordUnconfirmedWrite } from "#/sending/records/unconfirmed-writes.ts";
import { readBack } from "#/sending/records/send-record.ts";
import { semaphoresOf } from "#/sending/semaphores.ts";
import type { Sending } from "#/sending/sending.ts";

/** A record to be created, with all changes of its fields. */
export interface Creation {
  indexId: string;
  record: RecordKey;
  changes: readonly ChangeRow[];
  /** The first record of an index in this set also checks one sibling index. */
  needsSiblingCheck: boolean;
}

const absent: Reading = { absent: true };

/**
 * Creates a record with a single request that includes the changes of its fields. A lost reply never leads to a second
 * request.
 */
export async function sendCreation(sending: Sending, creation: Creation): Promise<void> {
  const { deps, settings } = sending;
  const { indexId, record, changes, needsSiblingCheck } = creation;
  const fields = fieldsToCreate(sending, changes);
  const write = { type: record.type, index: indexId, fields };
  const refusal = encodeProblem(sending, write);
  if (refusal !== null) return await failAll(sending, changes, refusal);
  const intents = changes.map((change) => ({
    change,
    intended: change.field === null ? { value: true } : (fields[change.field] ?? absent),
    before: absent,
  }));
  const semaphores = semaphoresOf(sending);
  await semaphores.onTheWay.hold(async () => {
    await settings.onStep("before intent");
    const sent = await commitIntents(sending, intents, { baseHash: null });
    if (sent === null) return await deferUntilResumed(sending, changes);
    await settings.onStep("before send");
    const result = await semaphores.atService.hold(() => deps.service.client.writes.createRecord(write), "urgent");
    await settings.onStep("after send");
    if (result.outcome !== "done") return await recordUnconfirmedWrite(sending, { sent, before: changes }, result);
    if (result.value.id === null)
      return await recordUnconfirmedWrite(
        sending,
        { sent, before: changes },
        {
          outcome: "unknown",
          why: "other-id",
          status: result.status,
          requestId: result.requestId,
        },
      );
    await confirmCreation(
      sending,
      { indexId, record, changes: sent, needsSiblingCheck },
      { recordId: result.value.id, requestId: result.requestId },
    );
  });
}

/** Assigns the service's id to the record, which is then read back like any other. */
export async function confirmCreation(
  sending: Sending,
  { indexId, record, changes, needsSiblingCheck }: Creation,
  { recordId, requestId }: { recordId: string; requestId: string | null },
): Promise<void> {
  const { deps, lease } = sending;
  const identified = await underLease(deps, lease, async (ledger) => {
    await assignId(deps, ledger, { indexId, type: record.type, provisionalId: record.id, recordId });
    const rows = await selectChangesByIds(
      ledger.trx,
      changes.map(({ id }) => id),
    );
    return changes.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
  });
  const sibling = needsSiblingCheck ? await siblingOfNewRecord(deps, indexId, { ...record, id: recordId }) : null;
  const settle = await readBack(sending, identified, { beforeHash: null, base: nowhere, sibling, requestId });
  await settle();
}

/** The fields of the new record: as requested, with the later changes of each field applied. */
export function fieldsToCreate(
  { deps }: Pick<Sending, "deps">,
  changes: readonly ChangeRow[],
): { [field: string]: Reading } {
  const region = deps.service.profile.defaultRegion;
  const fields: { [field: string]: Reading } = {};
  for (const { operation, field, kind } of changes) {
    if (operation.op === "create") for (const [key, value] of Object.entries(operation.fields)) fields[key] = { value };
    if (field === null || kind === null) continue;
    const before = fields[field] ?? { absent: true };
    fields[field] = applyOperation(kind, before, operation, region) ?? before;
  }
  return Object.fromEntries(Object.entries(fields).filter(([, reading]) => "value" in reading));
}

function encodeProblem(
  { deps }: Sending,
  write: Parameters<typeof deps.service.client.writes.describeCreate>[0],
): ChangeReason | null {
  try {
    deps.service.client.writes.describeCreate(write);
    return null;
  } catch (error) {
    const failure = toEncodeFailure(error);
    if (failure === undefined) throw error;
    return { code: "record-not-encodable", params: { problem: failure.detail } };
  }
}
