import type { Deps } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import type { IdentityProvider } from "#/context/identity-provider.ts";

/** Throws where the operator has configured none. */
export function configuredProvider({ identityProvider }: Pick<Deps, "identityProvider">): IdentityProvider {
  if (identityProvider === undefined)
    throw new OperationError("not_found", "This console has no identity provider. Sign in with a password.");
  return identityProvider;
}
