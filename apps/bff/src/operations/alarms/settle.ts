import type { SettleAlarmInput, SettledAlarm } from "@dc/contract";
import { eventOfSettledAlarm, proposeResetOfAlarmed } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { type StageRequest, stageChanges } from "#/operations/changes/stage.ts";
import { refreshComparison } from "#/records/refresh-comparisons.ts";
import { InvariantError, OperationError, operationError } from "#/runtime/errors.ts";
import {
  type AlarmChangeRow,
  type AlarmRow,
  selectAlarm,
  selectAlarmChanges,
  settleAlarmRow,
} from "#/store/tables/changes/alarms.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { type ChangeRow, reasonColumns, selectChangesByIds, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { journal } from "#/context/journal.ts";
import { describeAlarms } from "./internal/describe-alarms.ts";

/**
 * Settles an alarm by a person's decision. Changes that are in their own index become applied, the others fail; a
 * reset is staged into the person's draft in the same transaction. Sending stays stopped until it is resumed.
 */
export async function settleAlarm(
  context: RequestContext,
  id: string,
  { answer, reason }: SettleAlarmInput,
): Promise<SettledAlarm> {
  const { actor, connection, deps } = context;
  const { db } = deps.store;
  const alarm = await selectAlarm(db, connection.id, id);
  if (alarm === undefined) throw operationError("not_found", "alarm");
  if (alarm.settled_at !== null) throw operationError("wrong_state", "alarm-settled");
  const parts = await selectAlarmChanges(db, [id]);
  const settle = async (ledger: Ledger) => {
    const now = deps.clock.now();
    const row = await settleAlarmRow(ledger.trx, id, { answer, reason, actor, now });
    if (row === undefined) throw operationError("wrong_state", "alarm-settled");
    await journal(context, ledger.trx, {
      subject: id,
      indexId: row.index_id,
      after: { answer },
      message: { code: "alarm.settle", params: { by: actor.name, answer, sentTo: row.index_id } },
      why: reason,
    });
    await settleChanges(context, ledger, parts, { answer, reason });
  };
  let draftId: string | null = null;
  if (answer !== "reset") await withLedger(deps, settle);
  else {
    const request = await resetRequest(context, alarm, parts, reason);
    draftId = (await stageChanges(context, request, settle)).changeSet.id;
  }
  const row = await selectAlarm(db, connection.id, id);
  const [settled] = row === undefined ? [] : await describeAlarms(deps, db, [row]);
  if (settled === undefined) throw new InvariantError("A settled alarm is gone.");
  return { alarm: settled, draftId };
}

const steps = { kept: "alarm-kept", "not ours": "alarm-not-ours", reset: "alarm-reset" } as const;

async function settleChanges(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  parts: readonly AlarmChangeRow[],
  { answer, reason }: SettleAlarmInput,
): Promise<void> {
  const rows = new Map((await selectChangesByIds(ledger.trx, idsOf(parts))).map((row) => [row.id, row]));
  for (const { change_id: id, is_in_index: isInIndex } of parts) {
    const row = rows.get(id);
    if (row?.state !== "unknown") continue;
    const left = isInIndex ? null : ({ code: "not-in-index-after-alarm" } as const);
    await moveChange(deps, ledger, row, {
      events: [eventOfSettledAlarm({ isInIndex })],
      set: { settled_as: "person", ...reasonColumns(left), try_after: null },
      step: isInIndex ? steps[answer] : "alarm-not-in-index",
      why: reason,
      actor,
      requestId,
    });
  }
}

/** The changes that restore the values from before the write; refused if there are none to restore. */
async function resetRequest(
  { deps }: RequestContext,
  alarm: AlarmRow,
  parts: readonly AlarmChangeRow[],
  reason: string,
): Promise<StageRequest> {
  const taken = parts.filter(({ is_in_index: isInIndex }) => isInIndex);
  if (taken.length === 0) throw operationError("wrong_state", "nothing-to-reset");
  const record = recordOf(alarm);
  const rows = await selectChangesByIds(deps.store.db, idsOf(taken));
  const evidence = { reason, source: null, verifiedOn: null, reviewBy: null, from: null, until: null };
  const staged = { record, policy: "pin", evidence } as const;
  if (rows.some(({ operation }) => operation.op === "delete")) throw operationError("wrong_state", "reset-of-deletion");
  if (rows.some(({ operation }) => operation.op === "create"))
    return { indexId: alarm.index_id, changes: [{ ...staged, operation: { op: "delete" } }] };
  const { fields } = await refreshComparison(deps, record, { indexId: alarm.index_id, maxAge: "any" });
  const changes = rows.flatMap((row): StageRequest["changes"] => {
    const { field, base } = { field: row.field, base: baseBefore(taken, row) };
    const input = fields.find(({ key }) => key === field);
    if (field === null || input === undefined || base === null)
      throw operationError("wrong_state", "reset-without-previous-value");
    const proposal = proposeResetOfAlarmed(input, toLedgerChange(row), base);
    if (!proposal.ok) throw new OperationError("wrong_state", proposal.message);
    return proposal.stage.flatMap((operation) =>
      operation.op === "reset" ? [{ ...staged, field, operation, seen: { base }, restores: true as const }] : [],
    );
  });
  return { indexId: alarm.index_id, changes };
}

function baseBefore(parts: readonly AlarmChangeRow[], { id }: ChangeRow): AlarmChangeRow["base_before"] {
  return parts.find((part) => part.change_id === id)?.base_before ?? null;
}

function idsOf(parts: readonly AlarmChangeRow[]): string[] {
  return parts.map(({ change_id: id }) => id);
}
