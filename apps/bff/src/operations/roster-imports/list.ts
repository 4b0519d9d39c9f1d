import type { PageQuery, RosterImportPage } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { selectRosterImports } from "#/store/tables/directories/roster-imports.ts";
import { describeRosterImports } from "./internal/describe-roster-imports.ts";

/** A page of the imports into a roster, newest first, without a total count. */
export async function listRosterImports(
  context: RequestContext,
  indexId: string,
  { cursor, limit }: PageQuery,
): Promise<RosterImportPage> {
  const { connection, deps } = context;
  await loadIndexVersion(context, indexId);
  const rows = await selectRosterImports(deps.store.db, { connectionId: connection.id, indexId, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.getTime(), row.id]);
  return { items: await describeRosterImports(deps.store.db, items), nextCursor, total: null };
}
