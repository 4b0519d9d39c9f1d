import type { WaitingCounts } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

/** How much waits for a person. Read again when something changes, and now and then for what no event tells of. */
export const waitingCountsQuery = queryOptions({
  queryKey: ["waiting-counts"],
  queryFn: ({ signal }) => bff.get<WaitingCounts>("/waiting-counts", { signal }),
  staleTime: 60_000,
  refetchInterval: 60_000,
});
