import type { DeleteIndexVersionInput, Deletion, SendDeletionInput } from "@dc/contract";
import { reasonText } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { describeDeletion } from "./internal/describe-deletion.ts";
import { moveOn } from "./internal/end-deletion.ts";
import { lockToDelete, planDeletion } from "./plan.ts";
import { settleDeletionByReading } from "./settle-by-reading.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { isUniqueViolation } from "#/store/sql/violations.ts";
import { type DeletionRow, insertDeletion, selectLatestDeletion } from "#/store/tables/directories/deletions.ts";
import { journal } from "#/context/journal.ts";
import {
  deleteIndexVersion as ask,
  isIndexVersionThere,
  presenceCheck,
} from "#/upstream/index-versions/delete-index-version.ts";
import { withServiceWords } from "#/upstream/service-failure.ts";

/**
 * Deletes an index version in the service, once: the deletion is committed before the request leaves. Where the profile
 * has no operation for it, it is held. Refused unless the caller names the directory and was told of all its live overrides.
 */
export async function deleteIndexVersion(
  context: RequestContext,
  indexId: string,
  input: DeleteIndexVersionInput,
): Promise<Deletion> {
  const plan = await planDeletion(context, indexId);
  if (plan.refused !== null) throw new OperationError("wrong_state", plan.refused);
  if (input.name.trim() !== plan.name.trim())
    throw operationError("invalid_request", "directory-name", { name: plan.name, pointer: "/name" });
  const wasThere = await isIndexVersionThere(context.deps.service, indexId);
  if (wasThere === false) throw operationError("wrong_state", "nothing-to-delete");
  const row = await record(context, indexId, { plan, input, wasThere: wasThere === true });
  return row.state === "held" ? describeDeletion(row) : await send(context, row);
}

/**
 * Sends a deletion that was held, now that the profile has the operation. Refused unless the caller was told of all live
 * overrides that the directory has by now.
 */
export async function sendHeldDeletion(
  context: RequestContext,
  indexId: string,
  { liveOverrides }: SendDeletionInput,
): Promise<Deletion> {
  const { actor, deps, requestId } = context;
  const plan = await planDeletion(context, indexId);
  if (plan.refused !== null) throw new OperationError("wrong_state", plan.refused);
  if (!plan.canSend) throw operationError("wrong_state", "no-delete-operation");
  const row = await openDeletion(context, indexId);
  const sending = await moveOn(deps, row, {
    from: ["held"],
    state: "sending",
    prepare: async (trx) => ({ live_overrides: await lockToDelete(context, trx, indexId, liveOverrides) }),
    message: { code: "deletion.send", params: { by: actor.name, index: row.name } },
    actor,
    requestId,
  });
  if (sending === undefined) throw operationError("wrong_state", "send-deletion");
  return await send(context, sending);
}

type Gone = NonNullable<Deletion["receipt"]>["gone"];

/** Takes back a deletion that was held. */
export async function withdrawDeletion(context: RequestContext, indexId: string): Promise<Deletion> {
  const { actor, deps, requestId } = context;
  const row = await openDeletion(context, indexId);
  const withdrawn = await moveOn(deps, row, {
    from: ["held"],
    state: "withdrawn",
    message: { code: "deletion.withdraw", params: { by: actor.name, index: row.name } },
    actor,
    requestId,
  });
  if (withdrawn === undefined) throw operationError("wrong_state", "withdraw-deletion");
  return describeDeletion(withdrawn);
}

/**
 * Settles a deletion by a person's word: one with an unknown outcome, or one that was held and carried out elsewhere.
 * Where the service can be asked, what it says goes before the person's word.
 */
export async function settleDeletion(
  context: RequestContext,
  indexId: string,
  as: "deleted" | "not deleted",
): Promise<Deletion> {
  const { actor, deps, requestId } = context;
  const row = await openDeletion(context, indexId);
  const isThere = await isIndexVersionThere(deps.service, indexId);
  const isGone = row.was_there && isThere === false;
  if (as === "deleted" && isThere === true) throw operationError("wrong_state", "not-deleted");
  if (as === "not deleted" && isGone) throw operationError("wrong_state", "deleted-already");
  const gone: Gone = isGone ? (presenceCheck(deps.service) ?? "not checked") : "said by a person";
  const settled = await moveOn(deps, row, {
    from: as === "deleted" ? ["unknown", "held"] : ["unknown"],
    state: as,
    ...(as === "deleted" ? { receipt: { status: null, requestId: null, gone } } : {}),
    message: { code: "deletion.settle", params: { by: actor.name, index: row.name, state: as } },
    actor,
    requestId,
  });
  if (settled === undefined) throw operationError("wrong_state", "deletion-settled");
  return describeDeletion(settled);
}

async function openDeletion({ connection, deps }: RequestContext, indexId: string): Promise<DeletionRow> {
  const row = await selectLatestDeletion(deps.store.db, connection.id, indexId);
  if (row === undefined) throw operationError("not_found", "deletion");
  return row;
}

async function record(
  context: RequestContext,
  indexId: string,
  {
    plan,
    input,
    wasThere,
  }: { plan: Awaited<ReturnType<typeof planDeletion>>; input: DeleteIndexVersionInput; wasThere: boolean },
): Promise<DeletionRow> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const state = plan.canSend ? "sending" : "held";
  try {
    return await inTransaction(context, async (trx) => {
      const live = await lockToDelete(context, trx, indexId, input.liveOverrides);
      const row = await insertDeletion(trx, {
        id: deps.newId("del"),
        connection_id: connection.id,
        index_id: indexId,
        name: plan.name,
        state,
        asked_because: input.reason,
        live_overrides: live,
        was_there: wasThere,
        reason: jsonOrNull(state === "held" ? { code: "deletion-held" } : null),
        created_by: json(actor),
        created_at: now,
        sent_at: state === "held" ? null : now,
      });
      await journal(context, trx, {
        subject: row.id,
        indexId,
        after: { state, reason: input.reason, liveOverrides: live },
        message: {
          code: state === "held" ? "deletion.hold" : "deletion.send",
          params: { by: actor.name, index: plan.name },
        },
      });
      return row;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw operationError("wrong_state", "deletion-open");
  }
}

async function send({ actor, deps, requestId }: RequestContext, row: DeletionRow): Promise<Deletion> {
  const sent = await ask(deps.service, row.index_id);
  const by = { actor, requestId, from: ["sending"] as const };
  const params = { index: row.name };
  if (sent.outcome === "held") {
    const message = { code: "deletion.hold", params: { by: actor.name, ...params } } as const;
    const held = await moveOn(deps, row, { ...by, state: "held", reason: { code: "deletion-held" }, message });
    return describeDeletion(held ?? row);
  }
  if (sent.outcome === "refused") {
    const { reason, words } = sent;
    await moveOn(deps, row, { ...by, state: "refused", reason, words, message: { code: "deletion.refused", params } });
    throw new OperationError(sent.code, withServiceWords(reasonText(reason), words), { service: words });
  }
  if (sent.outcome === "done") {
    const { status, requestId: serviceRequestId } = sent;
    const isThere = await isIndexVersionThere(deps.service, row.index_id);
    const gone: Gone =
      row.was_there && isThere === false ? (presenceCheck(deps.service) ?? "not checked") : "not checked";
    const receipt = { status, requestId: serviceRequestId, gone };
    const done =
      isThere === true
        ? await moveOn(deps, row, {
            ...by,
            state: "unknown",
            reason: { code: "deletion-still-there" },
            message: { code: "deletion.unknown", params },
          })
        : await moveOn(deps, row, { ...by, state: "deleted", receipt, message: { code: "deletion.done", params } });
    return describeDeletion(done ?? row);
  }
  const { reason, words } = sent;
  const unknown = await moveOn(deps, row, {
    ...by,
    state: "unknown",
    reason,
    words,
    message: { code: "deletion.unknown", params },
  });
  return describeDeletion((unknown && (await settleDeletionByReading(deps, unknown))) ?? unknown ?? row);
}
