import {
  AuthorizationAnswerInput,
  AuthorizationInput,
  AuthorizationRequest,
  IdentityProviderOffer,
  Session,
} from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { authorize } from "#/operations/sign-in/authorize.ts";
import { signInWithProvider } from "#/operations/sign-in/identity-provider.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";
import { letIn, signInCaller, type SignInParts } from "./sign-in-parts.ts";

const tags = ["Session"];

const get = apiRoute("public", {
  operationId: "getIdentityProvider",
  method: "get",
  path: "/session/identity-provider",
  tags,
  summary: "Get the identity provider with which people can sign in",
  responses: { 200: jsonAnswer("The provider, or null", IdentityProviderOffer) },
});

const begin = apiRoute("public", {
  operationId: "authorizeWithIdentityProvider",
  method: "post",
  path: "/session/identity-provider",
  tags,
  summary: "Begin to sign in with the identity provider, or to accept an invitation with it",
  request: { body: jsonInput(AuthorizationInput) },
  responses: {
    200: jsonAnswer("Where to sign in at the provider", AuthorizationRequest),
    ...problems("not_found", "sign_in_failed", "identity_provider_unreachable"),
  },
});

const callback = apiRoute("public", {
  operationId: "startSessionWithIdentityProvider",
  method: "post",
  path: "/session/identity-provider/callback",
  tags,
  summary: "Sign in with the answer of the identity provider; the session is sent in a cookie only",
  request: { body: jsonInput(AuthorizationAnswerInput) },
  responses: {
    200: jsonAnswer("Signed in", Session),
    ...problems(
      "not_found",
      "sign_in_failed",
      "forbidden",
      "wrong_state",
      "already_exists",
      "too_many_attempts",
      "identity_provider_unreachable",
    ),
  },
});

export function identityProviderRoutes(parts: SignInParts) {
  const { deps, cookies } = parts;
  return new OpenAPIHono<AppEnv>()
    .openapi(get, (c) => {
      const label = deps.identityProvider?.settings.label;
      return c.json({ identityProvider: label === undefined ? null : { label } }, 200);
    })
    .openapi(begin, async (c) => {
      const { invitation } = c.req.valid("json");
      const { request, authorizationValue } = await authorize(
        deps,
        invitation === undefined ? { kind: "sign-in" } : { kind: "join", secretHash: hashSecret(invitation) },
      );
      cookies.authorization.write(c, authorizationValue);
      return c.json(request, 200);
    })
    .openapi(callback, async (c) => {
      const result = await signInWithProvider(deps, c.req.valid("json"), {
        ...signInCaller(parts, c),
        authorizationValue: cookies.authorization.read(c),
      });
      cookies.authorization.clear(c);
      return c.json(letIn(parts, c, result), 200);
    });
}
