import type { ChangeSet } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { openDraft } from "#/operations/changes/staging/open-draft.ts";

/** The caller's draft over several directories: the newest that is still a draft, else a new one without changes. */
export async function openChangeSet(context: RequestContext): Promise<ChangeSet> {
  return await inTransaction(context, async (trx) => {
    const draft = await openDraft(context, trx, { indexId: null });
    return await describeChangeSet(context.deps, trx, draft);
  });
}
