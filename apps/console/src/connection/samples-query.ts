import type { Samples } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { connectionQuery } from "#/connection/queries.ts";

/** The sandbox's sample roster and plan catalogue; null where there are none. */
export const samplesQuery = queryOptions({
  queryKey: ["samples"],
  queryFn: async ({ signal, client }): Promise<Samples | null> => {
    const connection = await client.query({ ...connectionQuery, staleTime: "static" });
    return connection.samples ? await bff.get<Samples>("/samples", { signal }) : null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
