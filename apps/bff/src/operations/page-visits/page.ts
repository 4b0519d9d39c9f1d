import type { VisitedPage } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";

/** The same text for the same page, and for no other: ids have no spaces. */
export function pageKey(page: VisitedPage): string {
  if (page.kind === "change set") return `change-set ${page.changeSetId}`;
  return page.kind === "practitioner"
    ? `practitioner ${page.indexId} ${page.practitionerId}`
    : `directory ${page.indexId}`;
}

/** Whether the page exists for whom the context is. */
export async function isPageSeen({ deps, connection }: RequestContext, page: VisitedPage): Promise<boolean> {
  const { db } = deps.store;
  const shown =
    page.kind === "change set"
      ? await selectChangeSet(db, connection.id, page.changeSetId)
      : await selectIndexVersion(db, connection.id, page.indexId);
  return shown !== undefined;
}
