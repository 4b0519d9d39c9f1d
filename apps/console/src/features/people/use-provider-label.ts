import { useQuery } from "@tanstack/react-query";
import { identityProviderQuery } from "#/connection/identity-provider.ts";

/** How screens call the identity provider. */
export function useProviderLabel(): string {
  return useQuery(identityProviderQuery).data?.identityProvider?.label ?? "an identity provider";
}
