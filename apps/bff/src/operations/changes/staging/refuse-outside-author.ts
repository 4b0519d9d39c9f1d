import { reachOf } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";
import { selectRoles } from "#/store/tables/people/people.ts";
import { selectToken } from "#/store/tables/people/tokens.ts";

/**
 * Refuses to stage into somebody else's change set what its author may not see: the set would not exist for them any more.
 */
export async function refuseOutsideAuthor(
  { actor, connection, deps }: RequestContext,
  changeSetId: string | undefined,
  indexIds: Iterable<string>,
): Promise<void> {
  if (changeSetId === undefined) return;
  const changeSet = await selectChangeSet(deps.store.db, connection.id, changeSetId);
  const author = changeSet?.created_by;
  if (author === undefined || author.id === actor.id || author.kind === "console") return;
  const { db } = deps.wholeStore;
  const roles =
    author.kind === "token"
      ? ((await selectToken(db, author.id))?.owner_roles ?? [])
      : await selectRoles(db, author.id);
  const reach = reachOf(
    roles.filter(({ connectionId }) => connectionId === connection.id),
    "read",
  );
  if (reach === "all" || reach === "none") return;
  for (const indexId of indexIds) {
    const index = await selectIndexVersion(deps.store.db, connection.id, indexId);
    if (index === undefined || (index.referrer_id !== null && reach.includes(index.referrer_id))) continue;
    throw operationError("wrong_state", "author-cannot-see", { author: author.name, label: index.label });
  }
}
