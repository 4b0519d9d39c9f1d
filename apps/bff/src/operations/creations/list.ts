import type { Creation, CreationPage, CreationQuery } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { selectCreation, selectCreations } from "#/store/tables/creations.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { describeCreation } from "#/operations/creations/internal/describe-creation.ts";

/** A page of the creations, newest first, without a total count; with `open`, only those with an open outcome. */
export async function listCreations(
  { connection, deps }: RequestContext,
  { open, changeSetId, cursor, limit }: CreationQuery,
): Promise<CreationPage> {
  const rows = await selectCreations(deps.store.db, connection.id, {
    open: open === "1",
    changeSetId,
    cursor,
    limit,
  });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.getTime(), row.id]);
  return { items: items.map(describeCreation), nextCursor, total: null };
}

export async function getCreation({ connection, deps }: RequestContext, id: string): Promise<Creation> {
  const row = await selectCreation(deps.store.db, connection.id, id);
  if (row === undefined) throw new OperationError("not_found", "Creation not found.");
  return describeCreation(row);
}
