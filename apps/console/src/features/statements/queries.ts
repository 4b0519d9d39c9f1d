import type { StatementPreview, StatementPreviewInput } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { useEveryPage } from "#/api/use-every-page.ts";

/** So many places are shown at once; a statement about more names fewer practitioners. */
export const mostPlaces = 1000;

export interface AskedStatement extends Pick<StatementPreviewInput, "scope" | "facts"> {
  /** Numbers the searches, so that each is answered by the server and none from the cache. */
  time: number;
  /** Whether everything is read from the service now. */
  fresh: boolean;
}

/** The places of a statement, page after page. */
export function useStatementPreview(asked: AskedStatement | null) {
  const query = useInfiniteQuery({
    queryKey: ["statements", asked],
    queryFn: ({ pageParam, signal }) =>
      bff.post<StatementPreview>(
        "/statements/preview",
        {
          scope: asked?.scope ?? {},
          facts: asked?.facts ?? [],
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(asked?.fresh === true ? { maxAge: 0 } : {}),
        } satisfies StatementPreviewInput,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }, pages) =>
      pages.reduce((sum, { items }) => sum + items.length, 0) >= mostPlaces ? null : nextCursor,
    enabled: asked !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  useEveryPage(query);
  return query;
}
