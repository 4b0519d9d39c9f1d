import type { ShareLinkList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { reachOfLink } from "#/context/share-links.ts";
import { selectShareLinks } from "#/store/tables/directories/share-links.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";

const MOST_LISTED = 200;

/** The links that are neither revoked nor over: of a directory, or of all that the caller sees. */
export async function listShareLinks(context: RequestContext, indexId?: string): Promise<ShareLinkList> {
  const { connection, deps } = context;
  if (indexId !== undefined) await loadIndexVersion(context, indexId);
  const where = { connectionId: connection.id, indexId, now: deps.clock.now(), limit: MOST_LISTED };
  const rows = await selectShareLinks(deps.store.db, where);
  const items = rows.map(async (row) => ({
    id: row.id,
    index: { id: row.index_id, name: row.label },
    sharedWith: row.shared_with,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    worksNow: (await reachOfLink(deps, row, { owner: row.owned_by, archivedAt: row.archived_at })) !== undefined,
  }));
  return { items: await Promise.all(items), total: rows[0]?.total ?? 0 };
}
