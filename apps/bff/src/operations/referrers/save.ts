import type { CreateReferrerInput, Referrer, UpdateReferrerInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import { operationError } from "#/runtime/errors.ts";
import { journal } from "#/context/journal.ts";
import { selectPersonNames } from "#/store/tables/people/people.ts";
import {
  isOwnerOrActor,
  lockReferrer,
  type ReferrerRow,
  selectListedReferrer,
  updateReferrer,
} from "#/store/tables/directories/referrers.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { addReferrer, journalledReferrer } from "./internal/add-referrer.ts";
import { refuseNameInUse } from "./internal/refuse-name-in-use.ts";
import { getReferrer } from "./list.ts";

/** Adds a referrer; refused where one of this name is there, unless another one is asked for. */
export async function createReferrer(context: RequestContext, input: CreateReferrerInput): Promise<Referrer> {
  await refuseUnseenOwner(context, input.ownerId);
  const { id } = await inTransaction(context, async (trx) => {
    if (!input.createAnother) await refuseNameInUse(context, trx, { name: input.name, pointer: "/name" });
    return await addReferrer(context, trx, input);
  });
  return await getReferrer(context, id);
}

/** Changes a referrer. Its index versions say the new name at once. */
export async function changeReferrer(
  context: RequestContext,
  id: string,
  { version, archived, ownerId, practitionerId, createAnother, withDirectories, ...input }: UpdateReferrerInput,
): Promise<Referrer> {
  const { actor, connection, deps } = context;
  await refuseUnseenOwner(context, ownerId ?? null);
  const now = deps.clock.now();
  await inTransaction(context, async (trx) => {
    const before = await lockReferrer(trx, connection.id, { id, to: "change" });
    if (before === undefined) throw operationError("not_found", "referrer");
    if (before.version !== version) throw operationError("version_mismatch", "referrer");
    const set = {
      name: input.name ?? before.name,
      contact: input.contact ?? before.contact,
      practitioner_id: practitionerId === undefined ? before.practitioner_id : practitionerId,
      owner_id: ownerId === undefined ? before.owner_id : ownerId,
      archived_at: archived === undefined ? before.archived_at : archived ? (before.archived_at ?? now) : null,
    };
    if (set.name !== before.name && createAnother !== true)
      await refuseNameInUse(context, trx, { name: set.name, pointer: "/name", otherThan: id });
    if (set.archived_at !== null && before.archived_at === null && withDirectories !== true)
      await refuseWithDirectories(trx, before);
    const row = await updateReferrer(trx, before, set);
    if (row === undefined) throw operationError("version_mismatch", "referrer");
    await journal(context, trx, {
      subject: id,
      before: journalledReferrer(before),
      after: journalledReferrer(row),
      message: { code: "referrer.update", params: { by: actor.name, name: row.name } },
    });
  });
  return await getReferrer(context, id);
}

/** Whoever archives it is told that directories go on without a referrer that is offered. */
async function refuseWithDirectories(trx: Transaction, { connection_id, id, name }: ReferrerRow): Promise<void> {
  const count = (await selectListedReferrer(trx, connection_id, id))?.index_versions ?? 0;
  if (count === 0) return;
  const directories = count === 1 ? "1 directory that is" : `${count} directories that are`;
  throw operationError("wrong_state", "referrer-with-directories", { name, directories, pointer: "/withDirectories" });
}

/** Somebody who may not be seen is refused as somebody who does not exist, so that nobody finds people by their ids. */
async function refuseUnseenOwner(context: RequestContext, ownerId: string | null): Promise<void> {
  const { connection, deps, personId } = context;
  if (ownerId === null || ownerId === personId) return;
  const isSeen = reachIn(context, "people") === "all" || (await isOwnerOrActor(deps.store.db, connection.id, ownerId));
  if (isSeen && (await selectPersonNames(deps.wholeStore.db, [ownerId])).has(ownerId)) return;
  throw operationError("invalid_request", "owner", { pointer: "/ownerId" });
}
