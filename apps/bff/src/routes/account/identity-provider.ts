import {
  AuthorizationAnswerInput,
  AuthorizationInput,
  AuthorizationRequest,
  IdentityProviderOffer,
  Session,
} from "@dc/contract";
import { authorize } from "#/operations/sign-in/authorize.ts";
import { signInWithProvider } from "#/operations/sign-in/identity-provider.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { operation, routesOf } from "#/routes/operation.ts";
import { letIn, signInCaller, type SignInParts } from "./sign-in-parts.ts";

export function identityProviderRoutes(parts: SignInParts) {
  const { deps, cookies } = parts;
  return routesOf(
    "Session",
    operation("public", "getIdentityProvider", "GET /session/identity-provider", {
      summary: "Get the identity provider with which people can sign in",
      answer: [200, "The provider, or null", IdentityProviderOffer],
      call: () => {
        const label = deps.identityProvider?.settings.label;
        return { identityProvider: label === undefined ? null : { label } };
      },
    }),
    operation("public", "authorizeWithIdentityProvider", "POST /session/identity-provider", {
      summary: "Begin to sign in with the identity provider, or to accept an invitation with it",
      body: AuthorizationInput,
      answer: [200, "Where to sign in at the provider", AuthorizationRequest],
      problems: ["not_found", "sign_in_failed", "identity_provider_unreachable"],
      call: async ({ body: { invitation }, c }) => {
        const { request, authorizationValue } = await authorize(
          deps,
          invitation === undefined ? { kind: "sign-in" } : { kind: "join", secretHash: hashSecret(invitation) },
        );
        cookies.authorization.write(c, authorizationValue);
        return request;
      },
    }),
    operation("public", "startSessionWithIdentityProvider", "POST /session/identity-provider/callback", {
      summary: "Sign in with the answer of the identity provider; the session is sent in a cookie only",
      body: AuthorizationAnswerInput,
      answer: [200, "Signed in", Session],
      problems: [
        "not_found",
        "sign_in_failed",
        "forbidden",
        "wrong_state",
        "already_exists",
        "too_many_attempts",
        "identity_provider_unreachable",
      ],
      call: async ({ body, c }) => {
        const result = await signInWithProvider(deps, body, {
          ...signInCaller(parts, c),
          authorizationValue: cookies.authorization.read(c),
        });
        cookies.authorization.clear(c);
        return letIn(parts, c, result);
      },
    }),
  );
}
