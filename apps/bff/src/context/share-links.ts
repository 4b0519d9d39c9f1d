import { hashSecret } from "#/runtime/secrets.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { type ShareLinkRow, useShareLink } from "#/store/tables/directories/share-links.ts";
import type { Deps, RequestContext } from "./deps.ts";
import { limitedContext } from "./reach.ts";
import { reachNow } from "./rights-now.ts";

export type { ShareLinkRow } from "#/store/tables/directories/share-links.ts";

/** How the secret of a share link begins. */
export const SHARE_LINK_PREFIX = "dcl_";

/**
 * What a link reaches as of now: the referrer for whom it was made. undefined where its directory is archived or another referrer's
 * by now, or where its maker may not stage there any more.
 */
export async function reachOfLink(
  deps: Pick<Deps, "connection" | "clock" | "wholeStore">,
  { created_by: maker, referrer_id: referrer }: Pick<ShareLinkRow, "created_by" | "referrer_id">,
  { owner, archivedAt }: { owner: string | null; archivedAt: Date | null },
): Promise<readonly string[] | undefined> {
  if (owner !== referrer || archivedAt !== null) return undefined;
  const reach = await reachNow(deps, deps.wholeStore.db, maker, "stage");
  return reach === "all" || reach.includes(referrer) ? [referrer] : undefined;
}

/**
 * The link with this secret, with this use of it counted, and the context of who has it: no role anywhere, and the directory of the
 * link as its maker may see it at this request. undefined where it does not work, for whatever reason.
 */
export async function openShareLink(
  server: Deps,
  secret: string,
  requestId: string,
): Promise<{ link: ShareLinkRow; context: RequestContext } | undefined> {
  const link = await useShareLink(server.wholeStore.db, {
    secretHash: hashSecret(secret),
    now: server.clock.now(),
  });
  const deps = link === undefined ? undefined : server.connections.of(link.connection_id);
  if (link === undefined || deps === undefined) return undefined;
  const index = await selectIndexVersion(deps.wholeStore.db, link.connection_id, link.index_id);
  if (index === undefined || index.deleted_at !== null) return undefined;
  const reach = await reachOfLink(deps, link, { owner: index.referrer_id, archivedAt: index.archived_at });
  if (reach === undefined) return undefined;
  const context: RequestContext = {
    actor: { kind: "link", id: link.id, name: link.shared_with },
    personId: link.id,
    sessionId: null,
    roles: [],
    reach: "all",
    connection: deps.connection,
    deps,
    requestId,
  };
  return { link, context: limitedContext(context, reach) };
}
