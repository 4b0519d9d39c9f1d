import type { ShareLinkList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { reachOfMaker } from "#/context/share-links.ts";
import { selectShareLinks } from "#/store/tables/directories/share-links.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";

/** The links of a directory that are neither revoked nor over. */
export async function listShareLinks(context: RequestContext, indexId: string): Promise<ShareLinkList> {
  const { connection, deps } = context;
  const index = await loadIndexVersion(context, indexId);
  const rows = await selectShareLinks(deps.store.db, { connectionId: connection.id, indexId, now: deps.clock.now() });
  const items = rows.map(async (row) => ({
    id: row.id,
    sharedWith: row.shared_with,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    worksNow: (await reachOfMaker(deps, row.created_by, index)) !== undefined,
  }));
  return { items: await Promise.all(items) };
}
