import type { ChangeSet, PractitionerView } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { oneChangeSetQuery } from "./queries.ts";

/** The set that the address names to stage into, such as that of a change which is edited; null for one's own draft of the directory. */
export function useChosenSet(indexId: string): {
  id: string | null;
  /** As the bar of the page shows it, once it is read. */
  draft: PractitionerView["draft"];
  /** Nothing is added to it: what is staged takes the place of a change of it, if it edits one. */
  isUnderReview?: true;
} {
  const [params] = useUrlState();
  const asked = params.get("set");
  const { data, error } = useQuery({ ...oneChangeSetQuery(asked ?? ""), enabled: asked !== null });
  // What was read of it counts until it is read again, also where that fails.
  const isOut = asked === null || (data === undefined ? error !== null : !takesMore(data, indexId));
  if (asked !== null && data !== undefined && isUnderReview(data))
    return { id: asked, draft: null, isUnderReview: true };
  if (isOut) return { id: null, draft: null };
  return { id: asked, draft: data === undefined ? null : draftOf(data) };
}

/** Whether a change, or what is left of a set, waits for approval or for being applied. */
export const isUnderReview = ({ state }: { state: string }): boolean => state === "in review" || state === "approved";

const takesMore = (set: ChangeSet, indexId: string): boolean =>
  set.state === "draft" && (set.indexId === null || set.indexId === indexId);

const draftOf = ({ id, name, isNamed, contents, counts, version }: ChangeSet): PractitionerView["draft"] => ({
  changeSetId: id,
  name,
  isNamed,
  contents,
  changes: counts.total,
  version,
});
