import type { IndexVersion, IndexVersionPage, IndexVersionQuery } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";

export const indexVersionsKey = ["index-versions"] as const;

export const indexVersionQuery = (indexId: string) =>
  queryOptions({
    queryKey: [...indexVersionsKey, "one", indexId],
    queryFn: ({ signal }) => bff.get<IndexVersion>(path`/index-versions/${indexId}`, { signal }),
  });

/** A few index versions for a switcher or a choice. */
export const indexVersionChoicesQuery = (q: string, sort: IndexVersionQuery["sort"]) =>
  queryOptions({
    queryKey: [...indexVersionsKey, "choices", q, sort],
    queryFn: ({ signal }) => bff.get<IndexVersionPage>("/index-versions", { query: { q, sort, limit: 50 }, signal }),
  });
