import { QueryClient } from "@tanstack/react-query";
import { BffUnreachableError } from "./bff-error.ts";

/** Only a read without any answer is retried, twice: the server has already retried whatever is safe to repeat. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        networkMode: "always",
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 2 && error instanceof BffUnreachableError,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
