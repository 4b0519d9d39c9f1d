import { Connection } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const connectionQuery = queryOptions({
  queryKey: ["connection"],
  queryFn: ({ signal }) => bff.get("/connection", Connection, { signal }),
  staleTime: 60_000,
});
