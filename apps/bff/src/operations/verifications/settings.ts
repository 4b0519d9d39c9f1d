import type { VerificationSettings } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { OVERDUE } from "#/records/mark-overdue.ts";
import { selectVerificationSettings, updateVerificationSettings } from "#/store/tables/connections/connection.ts";

/** After how many days what was verified is to be verified again, and on which days nobody works. */
export async function getVerificationSettings({ connection, deps }: RequestContext): Promise<VerificationSettings> {
  return toSettings(await selectVerificationSettings(deps.store.db, connection.id));
}

/** Counts for what is verified from now on, and for what never was. */
export async function saveVerificationSettings(
  context: RequestContext,
  { askAgainAfterDays, holidays: given }: VerificationSettings,
): Promise<VerificationSettings> {
  const { actor, connection } = context;
  const holidays = [...new Set(given)].toSorted();
  const saved = await inTransaction(context, async (trx) => {
    const before = toSettings(await selectVerificationSettings(trx, connection.id));
    const settings = { askAgainAfterDays, holidays };
    await updateVerificationSettings(trx, connection.id, { ask_again_days: askAgainAfterDays, holidays });
    await journal(context, trx, {
      subject: connection.id,
      before,
      after: settings,
      message: { code: "connection.ask-again", params: { by: actor.name, count: askAgainAfterDays } },
    });
    return settings;
  });
  context.deps.background.trigger(OVERDUE);
  return saved;
}

function toSettings(row: { ask_again_days: number; holidays: string[] }): VerificationSettings {
  return { askAgainAfterDays: row.ask_again_days, holidays: row.holidays };
}
