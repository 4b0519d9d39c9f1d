import type { Connection } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const connectionQuery = queryOptions({
  queryKey: ["connection"],
  queryFn: ({ signal }) => bff.get<Connection>("/connection", { signal }),
  staleTime: 60_000,
});
