import { IndexVersion, IndexVersionPage, type IndexVersionQuery } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";

export const indexVersionsKey = ["index-versions"] as const;

export const indexVersionQuery = (indexId: string) =>
  queryOptions({
    queryKey: [...indexVersionsKey, "one", indexId],
    queryFn: ({ signal }) => bff.get(path`/index-versions/${indexId}`, IndexVersion, { signal }),
  });

/** A few index versions for a switcher or a choice. */
export const indexVersionChoicesQuery = (q: string, sort: IndexVersionQuery["sort"]) =>
  queryOptions({
    queryKey: [...indexVersionsKey, "choices", q, sort],
    queryFn: ({ signal }) => bff.get("/index-versions", IndexVersionPage, { query: { q, sort, limit: 50 }, signal }),
  });
