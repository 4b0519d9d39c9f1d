import type { Creation, CreationPage, CreationQuery } from "@dc/contract";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { type CreationRow, selectCreation, selectCreations } from "#/store/tables/directories/creations.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { describeCreation } from "./internal/describe-creation.ts";

/** A page of the creations, newest first, without a total count; with `open`, only those with an open outcome. */
export async function listCreations(
  { connection, deps, reach }: RequestContext,
  { open, changeSetId, cursor, limit }: CreationQuery,
): Promise<CreationPage> {
  const rows = await selectCreations(deps.store.db, connection.id, {
    open: open === "1",
    changeSetId,
    cursor,
    limit,
  });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.getTime(), row.id]);
  return {
    items: (await withSeenSource(deps, items)).map((row) => describeCreation(row, reach)),
    nextCursor,
    total: null,
  };
}

export async function getCreation({ connection, deps, reach }: RequestContext, id: string): Promise<Creation> {
  const row = await selectCreation(deps.store.db, connection.id, id);
  if (row === undefined) throw operationError("not_found", "creation");
  const [shown = row] = await withSeenSource(deps, [row]);
  return describeCreation(shown, reach);
}

/** Says what came of another directory's overrides only to who sees that directory. */
async function withSeenSource({ store }: Deps, rows: readonly CreationRow[]): Promise<CreationRow[]> {
  const sources = rows.flatMap(({ connection_id, start }) =>
    start === null ? [] : [{ connection_id, index_id: start.from.id }],
  );
  const seen = await selectIndexNames(store.db, sources);
  return rows.map((row) => (row.start === null || seen.has(row.start.from.id) ? row : { ...row, start: null }));
}
