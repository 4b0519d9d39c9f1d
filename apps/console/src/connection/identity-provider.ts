import type { AuthorizationRequest, IdentityProviderOffer } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { sessionQuery } from "./session-query.ts";

export const identityProviderQuery = queryOptions({
  queryKey: [...sessionQuery.queryKey, "identity-provider"],
  queryFn: ({ signal }) => bff.get<IdentityProviderOffer>("/session/identity-provider", { signal }),
  staleTime: 5 * 60_000,
});

const RETURN = "return-from-identity-provider";

/** Leaves the console for the provider; `returnTo` is a page of the console to open afterwards. */
export function leaveForProvider({ url }: AuthorizationRequest, returnTo: string): void {
  sessionStorage.setItem(RETURN, returnTo);
  window.location.assign(url);
}

/** The page to open after the provider, once. */
export function takeReturn(): string | null {
  const kept = sessionStorage.getItem(RETURN);
  sessionStorage.removeItem(RETURN);
  return kept;
}
