import type { ChangeSet } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { itemsOf } from "#/api/list-query.ts";
import { changeSetListQuery } from "#/changes/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";

/** One's newest draft over several directories; what has a name or a reason of its own takes nothing that was not said with it. */
export function useDraftOverDirectories(): ChangeSet | undefined {
  const { data: session } = useQuery(sessionQuery);
  const authorId = session?.person?.id ?? null;
  const list = useInfiniteQuery(changeSetListQuery({ state: "draft", authorId }));
  return itemsOf(list.data, ({ id }) => id)?.find(
    ({ indexCount, isNamed, evidence }) => indexCount > 1 && !isNamed && evidence === null,
  );
}
