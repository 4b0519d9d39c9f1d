import type { PageQuery, SharedBrief } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { getBrief } from "#/operations/briefs/get.ts";
import { describeAnswer } from "./answer.ts";
import { selectAnswers } from "#/store/tables/directories/claims.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectPerson } from "#/store/tables/people/people.ts";
import type { ShareLinkRow } from "#/store/tables/directories/share-links.ts";

/** The brief of a link's directory, as last read: its readers cause no call of the service. */
export async function getSharedBrief(
  context: RequestContext,
  link: ShareLinkRow | undefined,
  page: PageQuery,
): Promise<SharedBrief> {
  if (link === undefined) throw operationError("invalid_token", "share-link-only");
  const { earlier: _, ...brief } = await getBrief(context, {
    indexId: link.index_id,
    query: page,
    since: link.since,
    maxAge: "kept",
  });
  const maker = brief.owner === null ? await selectPerson(context.deps.wholeStore.db, link.created_by.id) : undefined;
  return {
    ...brief,
    owner: maker === undefined ? brief.owner : { name: maker.name, email: maker.email },
    sharedBy: link.created_by.name,
    sharedWith: link.shared_with,
    expiresAt: link.expires_at.toISOString(),
    phoneRegion: context.deps.service.profile.defaultRegion,
    answers: page.cursor === undefined ? (await selectAnswers(context.deps.store.db, link.id)).map(describeAnswer) : [],
  };
}
