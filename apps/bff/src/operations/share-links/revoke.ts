import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import { markShareLinkRevoked } from "#/store/tables/directories/share-links.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";

/** Ends a link: its next request is refused. */
export async function revokeShareLink(context: RequestContext, indexId: string, id: string): Promise<void> {
  const { actor, connection, deps } = context;
  const index = await loadIndexVersion(context, indexId);
  await inTransaction(context, async (trx) => {
    const row = await markShareLinkRevoked(trx, { connectionId: connection.id, indexId, id, now: deps.clock.now() });
    if (row === undefined) throw operationError("not_found", "share-link");
    await journal(context, trx, {
      subject: id,
      indexId,
      message: {
        code: "share-link.revoke",
        params: { by: actor.name, index: index.label, sharedWith: row.shared_with },
      },
    });
  });
}
