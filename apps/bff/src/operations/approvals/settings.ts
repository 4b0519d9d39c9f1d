import type { ApprovalSettings } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { selectApprovalSettings, updateApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { journal } from "#/context/journal.ts";

/** What a change of this connection needs before it is applied. */
export async function getApprovalSettings({ connection, deps }: RequestContext): Promise<ApprovalSettings> {
  return await selectApprovalSettings(deps.store.db, connection.id);
}

/** Changes what a change needs; what is applied from then on is judged by it. */
export async function saveApprovalSettings(
  context: RequestContext,
  settings: ApprovalSettings,
): Promise<ApprovalSettings> {
  const { actor, connection } = context;
  return await inTransaction(context, async (trx) => {
    const before = await selectApprovalSettings(trx, connection.id);
    await updateApprovalSettings(trx, connection.id, settings);
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
    return settings;
  });
}
