import type { Overview } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => bff.get<Overview>("/overview", { signal }),
});
