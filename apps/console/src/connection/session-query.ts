import type { Session } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => bff.get<Session>("/session", { signal }),
  staleTime: 5 * 60_000,
});
