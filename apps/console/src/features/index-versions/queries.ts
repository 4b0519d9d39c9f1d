import { CreationPage, IndexVersion, IndexVersionPage } from "@dc/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { listQuery } from "#/api/list-query.ts";
import type { IndexVersionSearch } from "./search.ts";

export const indexVersionsKey = ["index-versions"] as const;
export const creationsKey = ["creations"] as const;

export const indexVersionsQuery = ({ q, state, sort }: Pick<IndexVersionSearch, "q" | "state" | "sort">) =>
  listQuery({
    key: [...indexVersionsKey, "list"],
    to: "/index-versions",
    schema: IndexVersionPage,
    query: { q, state, sort },
  });

export const indexVersionQuery = (indexId: string) =>
  queryOptions({
    queryKey: [...indexVersionsKey, "one", indexId],
    queryFn: ({ signal }) => bff.get(path`/index-versions/${indexId}`, IndexVersion, { signal }),
  });

/** A few index versions for a switcher or a choice. */
export const indexVersionChoicesQuery = (q: string, sort: IndexVersionSearch["sort"]) =>
  queryOptions({
    queryKey: [...indexVersionsKey, "choices", q, sort],
    queryFn: ({ signal }) => bff.get("/index-versions", IndexVersionPage, { query: { q, sort, limit: 50 }, signal }),
  });

/** Creations that a person has to settle, and those on their way. */
export const openCreationsQuery = infiniteQueryOptions({
  ...listQuery({ key: [...creationsKey, "open"], to: "/creations", schema: CreationPage, query: { open: "1" } }),
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some((creation) => creation.state === "sending")) === true
      ? 2_000
      : false,
});
