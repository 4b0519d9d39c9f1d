import type { ReferrerChoice } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import {
  insertReferrer,
  lockReferrers,
  type ReferrerRow,
  selectReferrer,
  selectReferrersByName,
  updateReferrer,
} from "#/store/tables/referrers.ts";
import { json } from "#/store/sql/json.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** What an index version and a creation keep of their referrer. */
export interface ReferrerColumns {
  referrer_id: string | null;
  referrer_name: string | null;
  referrer_practitioner_id: string | null;
}

/**
 * The referrer that was chosen; one of a new name is added. Who is limited to some referrers chooses one of those: an index
 * version of no referrer, or of a new one, would not exist for them.
 */
export async function chooseReferrer(
  context: RequestContext,
  trx: Transaction,
  choice: ReferrerChoice | null,
): Promise<ReferrerColumns> {
  const row = choice === null ? null : await rowOf(context, trx, choice);
  if (row === null) {
    if (context.reach !== "all") throw notYours("Choose the referrer that it is for.");
    return { referrer_id: null, referrer_name: null, referrer_practitioner_id: null };
  }
  return { referrer_id: row.id, referrer_name: row.name, referrer_practitioner_id: row.practitioner_id };
}

async function rowOf(context: RequestContext, trx: Transaction, choice: ReferrerChoice): Promise<ReferrerRow> {
  const { connection } = context;
  await lockReferrers(trx, connection.id);
  if ("id" in choice) {
    const row = await selectReferrer(trx, connection.id, choice.id);
    if (row === undefined || row.archived_at !== null)
      throw new OperationError("invalid_request", "This referrer is not known.", {
        errors: [{ pointer: "/referrer/id", detail: "is not the id of a referrer that you see" }],
      });
    return row;
  }
  const { name, practitionerId } = choice;
  const named = (await selectReferrersByName(trx, connection.id, name)).filter(({ archived_at: at }) => at === null);
  const same = named.find(({ practitioner_id: id }) => practitionerId === null || id === practitionerId);
  if (same !== undefined) return same;
  if (context.reach !== "all") throw notYours("No referrer of this name is among yours.");
  const nameless = named.find(({ practitioner_id: id }) => id === null);
  return nameless === undefined
    ? await addReferrer(context, trx, { name, practitionerId, contact: "", ownerId: null })
    : await nowWithId(context, trx, nameless, practitionerId);
}

/** The id was not known when the referrer was added. */
async function nowWithId(
  { actor, connection, deps, requestId }: RequestContext,
  trx: Transaction,
  before: ReferrerRow,
  practitionerId: string | null,
): Promise<ReferrerRow> {
  const row = await updateReferrer(trx, before, { practitioner_id: practitionerId });
  if (row === undefined) throw new OperationError("version_mismatch", "The referrer was changed in the meantime.");
  await appendJournal(trx, {
    connectionId: connection.id,
    at: deps.clock.now(),
    actor,
    action: "referrer.update",
    subject: row.id,
    before: journalledReferrer(before),
    after: journalledReferrer(row),
    message: { code: "referrer.update", params: { by: actor.name, name: row.name } },
    requestId,
  });
  return row;
}

export async function addReferrer(
  { actor, connection, deps, requestId }: RequestContext,
  trx: Transaction,
  {
    name,
    practitionerId,
    contact,
    ownerId,
  }: { name: string; practitionerId: string | null; contact: string; ownerId: string | null },
): Promise<ReferrerRow> {
  const now = deps.clock.now();
  const row = await insertReferrer(trx, {
    connection_id: connection.id,
    id: deps.newId("ref"),
    name,
    practitioner_id: practitionerId,
    contact,
    owner_id: ownerId,
    created_at: now,
    created_by: json(actor),
  });
  await appendJournal(trx, {
    connectionId: connection.id,
    at: now,
    actor,
    action: "referrer.create",
    subject: row.id,
    after: journalledReferrer(row),
    message: { code: "referrer.create", params: { by: actor.name, name } },
    requestId,
  });
  return row;
}

export function journalledReferrer({ name, practitioner_id, contact, owner_id, archived_at }: ReferrerRow) {
  return { name, practitionerId: practitioner_id, contact, owner: owner_id, archived: archived_at !== null };
}

function notYours(detail: string): OperationError {
  return new OperationError("invalid_request", "Your role is limited to some referrers.", {
    errors: [{ pointer: "/referrer", detail }],
  });
}
