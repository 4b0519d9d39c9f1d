import type { ReferrerChoice } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { lockReferrer, type ReferrerRow } from "#/store/tables/directories/referrers.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { addReferrer } from "./internal/add-referrer.ts";
import { refuseNameInUse } from "./internal/refuse-name-in-use.ts";

/** What an index version and a creation keep of their referrer. */
export interface ReferrerColumns {
  referrer_id: string | null;
  referrer_name: string | null;
  referrer_practitioner_id: string | null;
}

/**
 * The referrer that was chosen by its id, or a new one. Who is limited to some referrers chooses one of those: an index
 * version of no referrer, or of a new one, would not exist for them.
 */
export async function chooseReferrer(
  context: RequestContext,
  trx: Transaction,
  choice: ReferrerChoice | null,
): Promise<ReferrerColumns> {
  if (choice !== null) return columnsOf(await rowOf(context, trx, choice));
  if (context.reach !== "all") throw operationError("invalid_request", "no-referrer", { pointer: "/referrer" });
  return columnsOf(undefined);
}

/** The referrer that something is for already, as it is named now. */
export async function keepReferrer(
  { connection }: RequestContext,
  trx: Transaction,
  id: string | null,
): Promise<ReferrerColumns> {
  if (id === null) return columnsOf(undefined);
  const row = await lockReferrer(trx, connection.id, { id, to: "refer" });
  if (row === undefined) throw new InvariantError(`What is for the referrer ${id} is seen, and ${id} is not.`);
  return columnsOf(row);
}

async function rowOf(context: RequestContext, trx: Transaction, choice: ReferrerChoice): Promise<ReferrerRow> {
  const { connection } = context;
  if ("id" in choice) {
    const row = await lockReferrer(trx, connection.id, { id: choice.id, to: "refer" });
    if (row === undefined || row.archived_at !== null)
      throw operationError("invalid_request", "referrer", { pointer: "/referrer/id" });
    return row;
  }
  const { name, practitionerId, createAnother } = choice;
  if (!createAnother) await refuseNameInUse(context, trx, { name, pointer: "/referrer/name" });
  if (context.reach !== "all") throw operationError("invalid_request", "other-referrer", { pointer: "/referrer" });
  return await addReferrer(context, trx, { name, practitionerId, contact: "", ownerId: null });
}

function columnsOf(row: ReferrerRow | undefined): ReferrerColumns {
  return {
    referrer_id: row?.id ?? null,
    referrer_name: row?.name ?? null,
    referrer_practitioner_id: row?.practitioner_id ?? null,
  };
}
