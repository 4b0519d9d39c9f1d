import type { RequestContext } from "#/context/deps.ts";
import { endVisit } from "#/store/tables/activity/page-visits.ts";

/** Ends a visit of the caller; one that is over already is no mistake. */
export async function endPageVisit({ deps, personId }: RequestContext, id: string): Promise<void> {
  await endVisit(deps.wholeStore.db, personId, id);
}
