import type { StatementPreview, StatementPreviewInput } from "@dc/contract";
import { maxStatementReach } from "@dc/contract/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { BffError } from "#/api/bff-error.ts";
import { useEveryPage } from "#/api/use-every-page.ts";

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
      pages.reduce((sum, { items }) => sum + items.length, 0) >= maxStatementReach ? null : nextCursor,
    enabled: asked !== null,
    staleTime: Infinity,
    // The numbers begin anew with each visit.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  useEveryPage(query);
  return query;
}

/** Why the server refuses a fact; null if it does not. */
export function problemOf(error: unknown, fact: number): string | null {
  const errors = error instanceof BffError ? (error.problem.errors ?? []) : [];
  const detail = errors.find(({ pointer }) => pointer.startsWith(`/facts/${fact}/`))?.detail;
  return detail === undefined ? null : `It ${detail}.`;
}
