import type { AuthorizationRequest } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import type { AuthorizationSecrets, IdentityProvider } from "#/context/identity-provider.ts";
import { operationError } from "#/runtime/errors.ts";
import { openFromBrowser, sealForBrowser } from "./browser-value.ts";

/** What somebody went to the provider for: to sign in, to accept an invitation, or to link their account. */
export type AuthorizationPurpose =
  | { kind: "sign-in" }
  | { kind: "join"; secretHash: string }
  | { kind: "link"; personId: string };

/** Throws where the operator has configured none. */
export function configuredProvider({ identityProvider }: Pick<Deps, "identityProvider">): IdentityProvider {
  if (identityProvider === undefined) throw operationError("not_found", "identity-provider");
  return identityProvider;
}

/** Where somebody signs in at the provider, and what binds the answer to this browser. */
export async function authorize(
  deps: Deps,
  purpose: AuthorizationPurpose,
): Promise<{ request: AuthorizationRequest; authorizationValue: string }> {
  const { url, secrets } = await configuredProvider(deps).authorize();
  const { state, nonce, codeVerifier } = secrets;
  const about = purpose.kind === "sign-in" ? "-" : purpose.kind === "join" ? purpose.secretHash : purpose.personId;
  const words = [purpose.kind, about, state, nonce, codeVerifier];
  return { request: { url }, authorizationValue: sealForBrowser(deps, "authorization", words) };
}

/** What this browser asked the provider in the last ten minutes. */
export function openAuthorization(
  deps: Deps,
  value: string | undefined,
): { purpose: AuthorizationPurpose; secrets: AuthorizationSecrets; since: Date } | undefined {
  const kept = openFromBrowser(deps, "authorization", value);
  if (kept === undefined) return undefined;
  const [kind, about = "", state = "", nonce = "", codeVerifier = ""] = kept.words;
  const purpose: AuthorizationPurpose =
    kind === "join" ? { kind, secretHash: about } : kind === "link" ? { kind, personId: about } : { kind: "sign-in" };
  return { purpose, secrets: { state, nonce, codeVerifier }, since: kept.since };
}
