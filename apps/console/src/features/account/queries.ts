import type { Account, OwnSessionList } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => bff.get<Account>("/account", { signal }),
});

export const ownSessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => bff.get<OwnSessionList>("/account/sessions", { signal }),
});
