import type { SaveVerificationSettingsInput, VerificationSettings } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { OVERDUE } from "#/records/mark-overdue.ts";
import { operationError } from "#/runtime/errors.ts";
import {
  lockConnection,
  selectVerificationSettings,
  updateConnection,
  type VerificationSettingsRow,
} from "#/store/tables/connections/connection.ts";

/** After how many days what was verified is to be verified again, and on which days nobody works. */
export async function getVerificationSettings({ connection, deps }: RequestContext): Promise<VerificationSettings> {
  return toSettings(await selectVerificationSettings(deps.store.db, connection.id));
}

/** Counts for what is verified from now on, and for what never was. */
export async function saveVerificationSettings(
  context: RequestContext,
  { askAgainAfterDays, holidays: given, version }: SaveVerificationSettingsInput,
): Promise<VerificationSettings> {
  const { actor, connection, deps } = context;
  const holidays = [...new Set(given)].toSorted();
  const saved = await inTransaction(context, async (trx) => {
    const row = await lockConnection(trx, connection.id);
    if (row === undefined) throw operationError("not_found", "connection");
    if (version !== undefined && row.version !== version) throw operationError("version_mismatch", "connection");
    const { version: last, ...before } = toSettings(row);
    const after = { askAgainAfterDays, holidays };
    await updateConnection(trx, connection.id, { ask_again_days: askAgainAfterDays, holidays }, deps.clock.now());
    await journal(context, trx, {
      subject: connection.id,
      before,
      after,
      message: { code: "connection.ask-again", params: { by: actor.name, count: askAgainAfterDays } },
    });
    return { ...after, version: last + 1 };
  });
  await deps.connections.catchUp();
  deps.background.trigger(OVERDUE);
  return saved;
}

function toSettings(row: VerificationSettingsRow): VerificationSettings {
  return { askAgainAfterDays: row.ask_again_days, holidays: row.holidays, version: row.version };
}
