import type { DeletionPlan } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { describeDeletion } from "./internal/describe-deletion.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { countUnsettledChanges, selectLatestDeletion } from "#/store/tables/directories/deletions.ts";
import {
  type IndexVersionRow,
  lockIndexVersion,
  selectLedgerTallies,
} from "#/store/tables/directories/index-versions.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { curlOfCall } from "#/upstream/curl-of-call.ts";
import { presenceCheck } from "#/upstream/index-versions/delete-index-version.ts";

/** What deleting an index version would do, and what became of it; nothing is sent. */
export async function planDeletion(context: RequestContext, indexId: string): Promise<DeletionPlan> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const index = await loadIndexVersion(context, indexId);
  const { live, held, drafts } = await countsOf(context, db, indexId);
  const latest = await selectLatestDeletion(db, connection.id, indexId);
  const { capability, request } = deps.service.client.writes.describeDeleteIndexVersion(indexId);
  const curl =
    request === null
      ? null
      : curlOfCall(deps.service, connection, { ...request, operation: "deleteIndexVersion", indexId: null });
  return {
    name: index.label,
    refused: await refusal(context, db, index),
    canSend: capability.state !== "stub",
    checkedBy: presenceCheck(deps.service),
    request: curl,
    live,
    held,
    drafts,
    runbook: runbookOf(index),
    latest: latest === undefined ? null : describeDeletion(latest),
  };
}

/**
 * Keeps others from applying to an index version until the transaction ends, and counts its live overrides. Throws
 * `wrong_state` where it cannot be deleted by now, and `moved_since_seen` where the person was told of fewer.
 */
export async function lockToDelete(
  context: RequestContext,
  trx: Transaction,
  indexId: string,
  toldOf: number,
): Promise<number> {
  const index = await lockIndexVersion(trx, context.connection.id, indexId, "update");
  if (index === undefined) throw operationError("not_found", "this-index-version");
  const refused = await refusal(context, trx, index);
  if (refused !== null) throw new OperationError("wrong_state", refused);
  const { live } = await countsOf(context, trx, indexId);
  if (live > toldOf) throw operationError("moved_since_seen", "live-overrides", { live });
  return live;
}

async function countsOf({ connection }: RequestContext, db: Database | Transaction, indexId: string) {
  const tallies = await selectLedgerTallies(db, connection.id, [indexId]);
  return tallies.get(indexId) ?? { live: 0, held: 0, drafts: 0 };
}

/** Why an index version is not deleted now; null where nothing stands against it. */
async function refusal(
  { connection, deps }: RequestContext,
  db: Database | Transaction,
  index: IndexVersionRow,
): Promise<string | null> {
  const { standardIndex, testIndex } = deps.service.profile;
  if (index.origin === "standard" || index.id === standardIndex) return "The standard index is never deleted.";
  if (index.origin === "test" || index.id === testIndex) return "The test index always exists and is never deleted.";
  if (index.deleted_at !== null) return "The service has deleted this index version already.";
  const unsettled = await countUnsettledChanges(db, connection.id, index.id);
  if (unsettled === 0) return null;
  return `${unsettled === 1 ? "One change" : `${unsettled} changes`} of this directory ${unsettled === 1 ? "is" : "are"} on the way to the service, or ${unsettled === 1 ? "has" : "have"} an unknown outcome. Wait, or settle ${unsettled === 1 ? "it" : "them"} first.`;
}

function runbookOf({ id, label }: IndexVersionRow): string {
  return [
    `# Delete the index version ${label.replaceAll(/[\\`*_[\]<>#|]/g, "\\$&").replaceAll(/\s+/g, " ")}`,
    "",
    `1. Make sure that no app reads the index version \`${id}\` any more. Its readers get an error afterwards.`,
    `2. Ask the operator of the service to delete the index version \`${id}\`, or delete it where the service lets you.`,
    "3. Say in the console, in the settings of the directory, that it was deleted. The console looks whether the service still has it, where it can be asked.",
    "",
  ].join("\n");
}
