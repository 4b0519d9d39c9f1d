import { isRawNumber } from "@dc/directory/exact-number";
import { QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { BffUnreachableError } from "./bff-error.ts";

function holdsRawNumber(value: unknown): boolean {
  return isRawNumber(value) || (typeof value === "object" && Object.values(value ?? {}).some(holdsRawNumber));
}

const failureStandsMs = 5_000;

/** Only a read without any answer is retried, twice: the server has already retried whatever is safe to repeat. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Sharing copies what looks like an object of its own, as a number that is kept as it is spelled does.
        structuralSharing: (before, now) => (holdsRawNumber(now) ? now : replaceEqualDeep(before, now)),
        gcTime: 10 * 60_000,
        networkMode: "always",
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 2 && error instanceof BffUnreachableError,
        // The part of a page that reports a failed query may use the same query: remounting it must not start the query again.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > failureStandsMs,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      // Patients, passwords and secrets are forgotten once their screen is left.
      mutations: { retry: false, networkMode: "always", gcTime: 1_000 },
    },
  });
}
