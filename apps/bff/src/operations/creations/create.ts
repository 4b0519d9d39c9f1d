import { withServiceWords } from "#/upstream/service-failure.ts";
import type { Creation, CreateIndexVersionInput } from "@dc/contract";
import { reasonText } from "@dc/directory";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { refuseTooManyLines, ROSTER_IMPORTS } from "#/operations/roster-imports/begin-roster-import.ts";
import {
  type CreationRow,
  hasOpenCreation,
  insertCreation,
  moveCreation,
  selectCreation,
} from "#/store/tables/directories/creations.ts";
import { journal } from "#/context/journal.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { storedText } from "#/store/sql/stored-text.ts";
import { isUniqueViolation } from "#/store/sql/violations.ts";
import { type CreatedIndexVersion, createIndexVersion as ask } from "#/upstream/index-versions/create-index-version.ts";
import { addCreatedIndex } from "./internal/add-created-index.ts";
import { describeCreation } from "./internal/describe-creation.ts";
import { chooseReferrer } from "#/operations/referrers/choose-referrer.ts";
import { settleCreationsByListing } from "./settle-by-listing.ts";
import { LOST_CREATIONS } from "./recover-lost.ts";
import { listServiceIndexVersions } from "#/upstream/index-versions/service-index-versions.ts";

/** A creation does not wait longer for the list that may settle it. */
const LISTED_WITHIN_MS = 5_000;

/**
 * Requests an index version from the service, once. The creation is committed before the request leaves; if the reply
 * is lost it stays unknown until a person settles it, and the same name cannot be requested again until then by anybody
 * who sees it. Who is limited to other referrers is not told of it, and may use the name for these.
 */
export async function createIndexVersion(
  context: RequestContext,
  input: z.output<typeof CreateIndexVersionInput>,
): Promise<Creation> {
  refuseTooManyLines(input.roster, "/roster");
  requireCreation(context);
  if (input.startFrom.kind === "overrides")
    await loadIndexVersion(context, input.startFrom.indexId, "/startFrom/indexId");
  const sending = await recordSending(context, input, await idsBefore(context));
  const sent = await ask(context.deps.service, input.name);
  const row = await settleAtOnce(context, await recordOutcome(context, sending, sent));
  if (sent.outcome === "refused") {
    throw new OperationError(sent.code, withServiceWords(reasonText(sent.reason), sent.words), {
      service: sent.words,
    });
  }
  context.deps.background.trigger(row.state === "unknown" ? LOST_CREATIONS : ROSTER_IMPORTS);
  return describeCreation(row, context.reach);
}

/** Whoever waits is told what the list shows by now; the background looks again later. */
async function settleAtOnce({ connection, deps }: RequestContext, row: CreationRow): Promise<CreationRow> {
  if (row.state !== "unknown" || row.listed_before === null) return row;
  await settleCreationsByListing(deps, { only: row.id, deadlineMs: LISTED_WITHIN_MS });
  return (await selectCreation(deps.store.db, connection.id, row.id)) ?? row;
}

/** The index versions that the service lists before the request; null where it lists none, fails at it or changes meanwhile. */
async function idsBefore({ deps }: RequestContext): Promise<readonly string[] | null> {
  const listed = await listServiceIndexVersions(deps.service, { deadlineMs: LISTED_WITHIN_MS, steady: true });
  return listed.outcome === "told" ? listed.value.map(({ id }) => id) : null;
}

function requireCreation({ deps }: RequestContext): void {
  if (deps.service.profile.data.operations["createIndexVersion"] === undefined)
    throw operationError("wrong_state", "no-create-operation");
}

async function recordSending(
  context: RequestContext,
  input: z.output<typeof CreateIndexVersionInput>,
  listedBefore: readonly string[] | null,
): Promise<CreationRow> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  try {
    return await inTransaction(context, async (trx) => {
      if (await hasOpenCreation(trx, connection.id, input))
        throw operationError("outcome_unknown", "creation", { name: input.name });
      const row = await insertCreation(trx, {
        id: deps.newId("cre"),
        connection_id: connection.id,
        name: input.name,
        label: input.name,
        ...(await chooseReferrer(context, trx, input.referrer)),
        notes: storedText(input.notes),
        roster_text: input.roster.trim() === "" ? null : storedText(input.roster),
        overrides_from: input.startFrom.kind === "overrides" ? input.startFrom.indexId : null,
        state: "sending",
        listed_before: jsonOrNull(listedBefore),
        sent_at: now,
        created_by: json(actor),
        created_at: now,
      });
      await journal(context, trx, {
        subject: row.id,
        after: {
          name: row.name,
          referrerId: row.referrer_id,
          referrer: row.referrer_name,
          overridesFrom: row.overrides_from,
        },
        message: { code: "creation.send", params: { by: actor.name, index: row.name } },
      });
      return row;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw operationError("outcome_unknown", "creation", { name: input.name });
  }
}

async function recordOutcome(
  context: RequestContext,
  sending: CreationRow,
  sent: CreatedIndexVersion,
): Promise<CreationRow> {
  const { deps } = context;
  const now = deps.clock.now();
  return await inTransaction(context, async (trx) => {
    if (sent.outcome === "created") {
      const added = await addCreatedIndex(context, trx, sending, {
        indexId: sent.id,
        name: sent.name ?? sending.name,
        origin: "created",
        serviceRequestId: sent.requestId,
      });
      if (added !== undefined) return added;
    }
    const settled =
      sent.outcome === "created"
        ? {
            outcome: "unknown" as const,
            reason: { code: "index-version-known" as const, params: { id: sent.id } },
            words: null,
          }
        : sent;
    const state = settled.outcome;
    const row = await moveCreation(trx, sending.id, ["sending"], {
      state,
      reason: json(settled.reason),
      words: jsonOrNull(settled.words),
      request_id: settled.words?.requestId ?? null,
      settled_at: state === "refused" ? now : null,
    });
    await journal(context, trx, {
      subject: sending.id,
      before: { state: "sending" },
      after: { state, words: settled.words },
      message: {
        code: `creation.${state}`,
        params: { index: sending.name },
      },
      why: settled.reason,
    });
    return row ?? sending;
  });
}
