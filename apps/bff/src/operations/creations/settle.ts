import type { Creation, SettleCreationInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { verifyIndexExists } from "#/operations/index-versions/verify-index-exists.ts";
import { ROSTER_IMPORTS } from "#/operations/roster-imports/begin-roster-import.ts";
import { type CreationRow, moveCreation, selectCreation } from "#/store/tables/directories/creations.ts";
import { journal } from "#/context/journal.ts";
import { json } from "#/store/sql/json.ts";
import { addCreatedIndex } from "./internal/add-created-index.ts";
import { describeCreation } from "./internal/describe-creation.ts";

/**
 * Settles a creation whose reply was lost by a person's decision: it is this index version, it was not created, or it
 * is given up.
 */
export async function settleCreation(
  context: RequestContext,
  id: string,
  input: SettleCreationInput,
): Promise<Creation> {
  const { connection, deps } = context;
  const before = await selectCreation(deps.store.db, connection.id, id);
  if (before === undefined) throw operationError("not_found", "creation");
  if (input.as === "adopted") refuseToNameOne(context);
  if (before.state !== "unknown") throw operationError("wrong_state", "creation-not-unknown", { state: before.state });
  const row =
    input.as === "adopted" ? await adopt(context, before, input.indexId) : await close(context, before, input.as);
  deps.background.trigger(ROSTER_IMPORTS);
  return describeCreation(row, context.reach);
}

/** As with adopting one: whoever is limited may not take what the service has, nor learn whether it is known here. */
function refuseToNameOne({ reach }: RequestContext): void {
  if (reach !== "all") throw operationError("forbidden", "limited-to-referrers");
}

async function adopt(context: RequestContext, before: CreationRow, indexId: string): Promise<CreationRow> {
  await verifyIndexExists(context, {
    indexId,
    roster: before.roster_text ?? "",
    referrerId: before.referrer_practitioner_id,
    mustAnswer: true,
  });
  const row = await inTransaction(context, (trx) =>
    addCreatedIndex(context, trx, before, {
      indexId,
      name: before.name,
      origin: "adopted",
      serviceRequestId: before.request_id,
    }),
  );
  if (row === undefined) throw operationError("already_exists", "index-version", { indexId });
  return row;
}

async function close(
  context: RequestContext,
  before: CreationRow,
  state: "not created" | "abandoned",
): Promise<CreationRow> {
  const { actor, deps } = context;
  const now = deps.clock.now();
  return await inTransaction(context, async (trx) => {
    const row = await moveCreation(trx, before.id, ["unknown"], { state, settled_at: now, settled_by: json(actor) });
    if (row === undefined) throw operationError("wrong_state", "creation-settled");
    await journal(context, trx, {
      subject: row.id,
      before: { state: "unknown" },
      after: { state },
      message: { code: "creation.settle", params: { by: actor.name, index: row.name, state } },
    });
    return row;
  });
}
