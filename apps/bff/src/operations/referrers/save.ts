import type { CreateReferrerInput, Referrer, UpdateReferrerInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { selectPersonNames } from "#/store/tables/people.ts";
import { lockReferrers, selectReferrer, selectReferrersByName, updateReferrer } from "#/store/tables/referrers.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { addReferrer, journalledReferrer } from "./internal/choose-referrer.ts";
import { getReferrer } from "./list.ts";

/** Adds a referrer; refused where one with this name and practitioner id is there. */
export async function createReferrer(context: RequestContext, input: CreateReferrerInput): Promise<Referrer> {
  await refuseUnknownOwner(context, input.ownerId);
  const { id } = await inTransaction(context, async (trx) => {
    await lockReferrers(trx, context.connection.id);
    await refuseSame(context, trx, input);
    return await addReferrer(context, trx, input);
  });
  return await getReferrer(context, id);
}

/** Changes a referrer. Its index versions say the new name at once. */
export async function changeReferrer(
  context: RequestContext,
  id: string,
  { version, archived, ownerId, practitionerId, ...input }: UpdateReferrerInput,
): Promise<Referrer> {
  const { actor, connection, deps, requestId } = context;
  await refuseUnknownOwner(context, ownerId ?? null);
  const now = deps.clock.now();
  await inTransaction(context, async (trx) => {
    await lockReferrers(trx, connection.id);
    const before = await selectReferrer(trx, connection.id, id);
    if (before === undefined) throw new OperationError("not_found", "Referrer not found.");
    if (before.version !== version) throw changed();
    const set = {
      name: input.name ?? before.name,
      contact: input.contact ?? before.contact,
      practitioner_id: practitionerId === undefined ? before.practitioner_id : practitionerId,
      owner_id: ownerId === undefined ? before.owner_id : ownerId,
      archived_at: archived === undefined ? before.archived_at : archived ? (before.archived_at ?? now) : null,
    };
    await refuseSame(context, trx, { id, name: set.name, practitionerId: set.practitioner_id });
    const row = await updateReferrer(trx, before, set);
    if (row === undefined) throw changed();
    await appendJournal(trx, {
      connectionId: connection.id,
      at: now,
      actor,
      action: "referrer.update",
      subject: id,
      before: journalledReferrer(before),
      after: journalledReferrer(row),
      message: { code: "referrer.update", params: { by: actor.name, name: row.name } },
      requestId,
    });
  });
  return await getReferrer(context, id);
}

async function refuseSame(
  { connection }: RequestContext,
  trx: Transaction,
  { id, name, practitionerId }: { id?: string; name: string; practitionerId: string | null },
): Promise<void> {
  const named = await selectReferrersByName(trx, connection.id, name);
  if (named.some((row) => row.id !== id && row.practitioner_id === practitionerId))
    throw new OperationError(
      "already_exists",
      `There is a referrer named “${name}” already. Give a practitioner id to tell them apart.`,
      {
        errors: [
          { pointer: "/name", detail: "is the name of another referrer" },
          { pointer: "/practitionerId", detail: "must differ from that of the other referrer" },
        ],
      },
    );
}

async function refuseUnknownOwner({ deps }: RequestContext, ownerId: string | null): Promise<void> {
  if (ownerId === null || (await selectPersonNames(deps.wholeStore.db, [ownerId])).has(ownerId)) return;
  throw new OperationError("invalid_request", "The owner is not known.", {
    errors: [{ pointer: "/ownerId", detail: "is not the id of a person" }],
  });
}

function changed(): OperationError {
  return new OperationError("version_mismatch", "The referrer was changed in the meantime. Load it again.");
}
