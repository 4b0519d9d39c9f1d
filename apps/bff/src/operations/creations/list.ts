import type { Creation, CreationList } from "@dc/contract";
import type { RequestContext } from "#/context.ts";
import { OperationError } from "#/errors.ts";
import { selectCreation, selectCreations } from "#/store/creations.ts";
import { describeCreation } from "./describe.ts";

const MOST = 200;

/** The newest creations; with `open`, those whose outcome is open. */
export async function listCreations(
  { connection, deps }: RequestContext,
  { open }: { open: boolean },
): Promise<CreationList> {
  const rows = await selectCreations(deps.store.db, connection.id, { open, limit: MOST });
  return { items: rows.map(describeCreation) };
}

export async function getCreation({ connection, deps }: RequestContext, id: string): Promise<Creation> {
  const row = await selectCreation(deps.store.db, connection.id, id);
  if (row === undefined) throw new OperationError("not_found", "There is no such creation.");
  return describeCreation(row);
}
