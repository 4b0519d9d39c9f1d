import type { MatrixPage, SearchResults } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bff, path } from "#/api/bff.ts";
import { useEveryPage } from "#/api/use-every-page.ts";

const storedMaxAgeSeconds = 31_536_000;

/** A practitioner in every directory that has them: page after page, first as it was last read. */
export function useMatrix(practitionerId: string) {
  /** Counts the requested readings, so that each is a query of its own and none is answered from the cache. */
  const [asked, setAsked] = useState(0);
  const query = useInfiniteQuery({
    queryKey: ["matrix", practitionerId, asked],
    queryFn: ({ pageParam, signal }) =>
      bff.get<MatrixPage>(path`/practitioners/${practitionerId}/matrix`, {
        query: { cursor: pageParam, maxAge: asked === 0 ? storedMaxAgeSeconds : 0 },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
  });
  useEveryPage(query);
  return { ...query, readNow: () => setAsked((times) => times + 1) };
}

/** The practitioners of any roster whose name, id or phone has the text; at most eight. */
export const practitionersFoundQuery = (q: string) =>
  queryOptions({
    queryKey: ["matrix", "practitioners", q],
    queryFn: async ({ signal }) =>
      (
        await bff.get<SearchResults>("/search", {
          query: { q: q.slice(0, maxLength.search), kind: "practitioners" },
          signal,
        })
      ).practitioners,
    enabled: q.trim() !== "",
    placeholderData: (before) => before,
  });
