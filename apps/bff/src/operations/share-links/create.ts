import type { CreatedShareLink, CreateShareLinkInput } from "@dc/contract";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import { randomText } from "#/runtime/new-id.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { SHARE_LINK_PREFIX } from "#/context/share-links.ts";
import { insertBrief, selectBriefs } from "#/store/tables/directories/briefs.ts";
import { insertShareLink } from "#/store/tables/directories/share-links.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";

const DAY_MS = 86_400_000;

/** Makes a link for somebody without an account. Only this answer has its secret; the store keeps a hash. */
export async function createShareLink(
  context: RequestContext,
  indexId: string,
  { sharedWith, days }: z.output<typeof CreateShareLinkInput>,
): Promise<CreatedShareLink> {
  const { actor, connection, deps } = context;
  const index = await loadIndexVersion(context, indexId);
  refuseStandard(index);
  if (index.archived_at !== null) throw operationError("wrong_state", "link-of-archived", { label: index.label });
  // Its reader gets what is of this referrer alone.
  const { referrer_id: referrerId } = index;
  if (referrerId === null) throw operationError("wrong_state", "link-without-referrer");
  const of = { connectionId: connection.id, indexId };
  const now = deps.clock.now();
  const id = deps.newId("shl");
  const secret = `${SHARE_LINK_PREFIX}${randomText(40)}`;
  const expires = new Date(now.getTime() + days * DAY_MS);
  const [last] = await selectBriefs(deps.store.db, of, { limit: 1 });
  await inTransaction(context, async (trx) => {
    await insertShareLink(trx, {
      id,
      connection_id: connection.id,
      index_id: indexId,
      referrer_id: referrerId,
      secret_hash: hashSecret(secret),
      shared_with: sharedWith,
      since: last?.made_at ?? null,
      createdBy: actor,
      created_at: now,
      expires_at: expires,
    });
    await insertBrief(trx, of, { at: now, by: actor, how: "link" });
    await journal(context, trx, {
      subject: id,
      indexId,
      after: { sharedWith, expiresAt: expires.toISOString() },
      message: { code: "share-link.create", params: { by: actor.name, index: index.label, sharedWith, days } },
    });
  });
  const link = {
    id,
    index: { id: indexId, name: index.label },
    sharedWith,
    createdBy: actor,
    createdAt: now.toISOString(),
    expiresAt: expires.toISOString(),
    lastUsedAt: null,
    worksNow: true,
  };
  return { link, secret };
}
