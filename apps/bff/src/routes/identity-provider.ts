import {
  AuthorizationAnswerInput,
  AuthorizationInput,
  AuthorizationRequest,
  IdentityProviderOffer,
  Session,
} from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { Deps } from "#/context/deps.ts";
import type { ServerCookie } from "#/http/middleware/session-cookie.ts";
import { authorize } from "#/operations/identity-provider/authorize.ts";
import { signInWithProvider } from "#/operations/identity-provider/sign-in.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "./describe.ts";

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

export interface IdentityProviderRoutes {
  deps: Deps;
  cookie: ServerCookie;
  device: ServerCookie;
  /** While somebody is at the identity provider. */
  pending: ServerCookie;
  /** Where a request came from. */
  addressOf: (c: Context<AppEnv>) => string | undefined;
}

export function identityProviderRoutes({ deps, cookie, device, pending, addressOf }: IdentityProviderRoutes) {
  return new OpenAPIHono<AppEnv>()
    .openapi(get, (c) => {
      const label = deps.identityProvider?.settings.label;
      return c.json({ identityProvider: label === undefined ? null : { label } }, 200);
    })
    .openapi(begin, async (c) => {
      const { invitation } = c.req.valid("json");
      const { request, pendingValue } = await authorize(
        deps,
        invitation === undefined ? { kind: "sign-in" } : { kind: "join", secretHash: hashSecret(invitation) },
      );
      pending.write(c, pendingValue);
      return c.json(request, 200);
    })
    .openapi(callback, async (c) => {
      const { session, cookieValue, deviceValue } = await signInWithProvider(deps, c.req.valid("json"), {
        pendingValue: pending.read(c),
        oldCookieValue: cookie.read(c),
        deviceValue: device.read(c),
        address: addressOf(c),
        userAgent: c.req.header("User-Agent"),
        requestId: c.get("requestId"),
      });
      pending.clear(c);
      cookie.write(c, cookieValue);
      device.write(c, deviceValue);
      return c.json(session, 200);
    });
}
