import type { CreationPage, DeletionPlan, IndexVersionPage, OfferedIndexVersions } from "@dc/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { listQuery } from "#/api/list-query.ts";
import { indexVersionsKey } from "#/index-choice/queries.ts";
import type { IndexVersionSearch } from "./search.ts";

const creationsKey = ["creations"] as const;

export const indexVersionsQuery = ({
  q,
  state,
  waits,
  read,
  reached,
  sort,
}: Pick<IndexVersionSearch, "q" | "state" | "waits" | "read" | "reached" | "sort">) =>
  listQuery<IndexVersionPage>({
    key: [...indexVersionsKey, "list"],
    to: "/index-versions",
    query: {
      q,
      state,
      waits: waits === "any" ? null : waits,
      read: read === "any" ? null : read,
      reached: reached === "" ? null : reached,
      sort,
    },
  });

/** Index versions of the service that are not known here. The service is asked, so not more often than needed. */
export const offeredQuery = queryOptions({
  queryKey: ["offered-index-versions"],
  queryFn: ({ signal }) => bff.get<OfferedIndexVersions>("/index-versions/offered", { signal }),
  staleTime: 60_000,
});

/** Creations that are being sent or that a person has to settle. */
export const openCreationsQuery = infiniteQueryOptions({
  ...listQuery<CreationPage>({ key: [...creationsKey, "open"], to: "/creations", query: { open: "1" } }),
  refetchInterval: ({ state }) => {
    const open = state.data?.pages.flatMap(({ items }) => items) ?? [];
    return open.some((creation) => creation.state === "sending") ? 2_000 : open.length > 0 && 15_000;
  },
});

/** What deleting a directory in the service would do, and what became of it. */
export const deletionQuery = (indexId: string) =>
  queryOptions({
    queryKey: [...indexVersionsKey, "deletion", indexId],
    queryFn: ({ signal }) => bff.get<DeletionPlan>(path`/index-versions/${indexId}/deletion`, { signal }),
  });
