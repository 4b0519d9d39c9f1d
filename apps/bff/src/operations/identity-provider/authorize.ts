import type { AuthorizationRequest } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { configuredProvider } from "./configured-provider.ts";
import { type AuthorizationPurpose, sealPendingAuthorization } from "./internal/pending-authorization.ts";

/** Where somebody signs in at the provider, and what the browser keeps until they are back. */
export async function authorize(
  deps: Deps,
  purpose: AuthorizationPurpose,
): Promise<{ request: AuthorizationRequest; pendingValue: string }> {
  const { url, secrets } = await configuredProvider(deps).authorize();
  return { request: { url }, pendingValue: sealPendingAuthorization(deps, purpose, secrets) };
}
