import type { CreationPage, IndexVersionPage } from "@dc/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { listQuery } from "#/api/list-query.ts";
import { indexVersionsKey } from "#/index-choice/queries.ts";
import type { IndexVersionSearch } from "./search.ts";

export const creationsKey = ["creations"] as const;

export const indexVersionsQuery = ({ q, state, sort }: Pick<IndexVersionSearch, "q" | "state" | "sort">) =>
  listQuery<IndexVersionPage>({
    key: [...indexVersionsKey, "list"],
    to: "/index-versions",
    query: { q, state, sort },
  });

/** Creations that are being sent or that a person has to settle. */
export const openCreationsQuery = infiniteQueryOptions({
  ...listQuery<CreationPage>({ key: [...creationsKey, "open"], to: "/creations", query: { open: "1" } }),
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some((creation) => creation.state === "sending")) === true
      ? 2_000
      : false,
});
