import type { VerificationSettings } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { selectAskAgainDays, updateAskAgainDays } from "#/store/tables/connections/connection.ts";

/** After how many days what was verified is to be verified again. */
export async function getVerificationSettings({ connection, deps }: RequestContext): Promise<VerificationSettings> {
  return { askAgainAfterDays: await selectAskAgainDays(deps.store.db, connection.id) };
}

/** Counts for what is verified from now on, and for what never was. */
export async function saveVerificationSettings(
  context: RequestContext,
  settings: VerificationSettings,
): Promise<VerificationSettings> {
  const { actor, connection } = context;
  return await inTransaction(context, async (trx) => {
    const before = await selectAskAgainDays(trx, connection.id);
    await updateAskAgainDays(trx, connection.id, settings.askAgainAfterDays);
    await journal(context, trx, {
      subject: connection.id,
      before: { askAgainAfterDays: before },
      after: { ...settings },
      message: { code: "connection.ask-again", params: { by: actor.name, count: settings.askAgainAfterDays } },
    });
    return settings;
  });
}
