import type { RequestContext } from "#/context/deps.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { createSender } from "#/sending/sender.ts";
import type { SenderSettings } from "#/sending/sending.ts";
import { type ChangeRow, changeReasonText, selectChangesByIds } from "#/store/tables/changes/changes.ts";
import type { TestApp } from "./app.ts";
import { testEvidence } from "./evidence.ts";

export const QUIET_MS = 2_000;

/** Stages changes in the caller's draft, applies it and advances the clock beyond the time to undo; returns their ids. */
export async function applyChanges(
  { clock, context: administrator }: TestApp,
  indexId: string,
  changes: readonly AskedChange[],
  context: RequestContext = administrator,
): Promise<string[]> {
  const staged = await stageChanges(context, { indexId, changes: [...changes] });
  await applyChangeSet(context, staged.changeSet.id, { version: staged.changeSet.version, evidence: testEvidence });
  clock.advance(5_000);
  return staged.changes.map(({ id }) => id);
}

/** Runs one pass of a separate worker. */
export async function pass({ deps }: TestApp, settings?: Partial<SenderSettings>): Promise<void> {
  await createSender(deps, { quietMs: QUIET_MS, deferMs: QUIET_MS, ...settings }).runDue();
}

/** The rows of changes in this order, with their reasons in words. */
export async function changeRows({ deps }: TestApp, ids: readonly string[]): Promise<ChangeRow[]> {
  const rows = await selectChangesByIds(deps.store.db, ids);
  const told = rows.map((row) => ({ ...row, because: changeReasonText(row) }));
  return ids.flatMap((id) => told.find((row) => row.id === id) ?? []);
}

export function change(record: AskedChange["record"], field: string, operation: AskedChange["operation"]): AskedChange {
  return { record, field, operation, policy: "pin", evidence: null };
}
