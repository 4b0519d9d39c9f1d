import type { Samples } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { BffError } from "#/api/bff-error.ts";
import { bff } from "#/api/bff.ts";

/** The sandbox's sample roster and plan catalogue; null where there are none. */
export const samplesQuery = queryOptions({
  queryKey: ["samples"],
  queryFn: async ({ signal }): Promise<Samples | null> => {
    try {
      return await bff.get<Samples>("/samples", { signal });
    } catch (error) {
      if (error instanceof BffError && error.code === "not_found") return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});
