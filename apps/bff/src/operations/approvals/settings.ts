import type { ApprovalSettings, SaveApprovalSettingsInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { selectApprovalSettings, updateApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { lockConnection } from "#/store/tables/connections/connection.ts";

/** What a change of this connection needs before it is applied. */
export async function getApprovalSettings({ connection, deps }: RequestContext): Promise<ApprovalSettings> {
  return await selectApprovalSettings(deps.store.db, connection.id);
}

/** Changes what a change needs; what is applied from then on is judged by it. */
export async function saveApprovalSettings(
  context: RequestContext,
  { version, ...settings }: SaveApprovalSettingsInput,
): Promise<ApprovalSettings> {
  const { connection, deps } = context;
  await inTransaction(context, async (trx) => {
    const row = await lockConnection(trx, connection.id);
    if (row === undefined) throw operationError("not_found", "connection");
    if (version !== undefined && row.version !== version) throw operationError("version_mismatch", "connection");
    await changeApprovalSettings(context, trx, settings);
  });
  await deps.connections.catchUp();
  return settings;
}

/** Changes what a change needs, and the version of the connection, in a transaction that is under way. */
export async function changeApprovalSettings(
  context: RequestContext,
  trx: Transaction,
  settings: ApprovalSettings,
): Promise<void> {
  const { actor, connection, deps } = context;
  const before = await selectApprovalSettings(trx, connection.id);
  await updateApprovalSettings(trx, connection.id, settings, deps.clock.now());
  await journal(context, trx, {
    subject: connection.id,
    before: { ...before },
    after: { ...settings },
    message:
      before.reasonRequired !== settings.reasonRequired
        ? { code: "connection.reasons", params: { by: actor.name, required: settings.reasonRequired } }
        : before.applyAgeHours !== settings.applyAgeHours
          ? { code: "connection.apply-age", params: { by: actor.name, hours: settings.applyAgeHours } }
          : { code: "connection.approvals", params: { by: actor.name, count: settings.required } },
  });
}
