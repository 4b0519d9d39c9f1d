import {
  Account,
  AuthorizationRequest,
  ChangePasswordInput,
  CodeInput,
  EndSessionsQuery,
  OwnPasswordInput,
  OwnSessionList,
  PasswordAndCodeInput,
  RecoveryCodes,
  SecondFactorStart,
  SessionId,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { linkProvider, unlinkProvider } from "#/operations/account/identity-provider.ts";
import { changePassword, getAccount } from "#/operations/account/password.ts";
import {
  confirmOwnSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from "#/operations/account/second-factor.ts";
import { endOwnSession, endOwnSessions, listOwnSessions } from "#/operations/account/sessions.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";
import type { SignInParts } from "./sign-in-parts.ts";

const tags = ["Account"];

const get = apiRoute("account", {
  operationId: "getAccount",
  method: "get",
  path: "/account",
  tags,
  summary: "Get one's own account",
  responses: { 200: jsonAnswer("The account", Account) },
});

const password = apiRoute("account", {
  operationId: "changePassword",
  method: "post",
  path: "/account/password",
  tags,
  summary: "Change one's own password; every other session ends",
  request: { body: jsonInput(ChangePasswordInput) },
  responses: { 200: jsonAnswer("Changed", Account), ...problems("too_many_attempts") },
});

const sessions = apiRoute("account", {
  operationId: "listOwnSessions",
  method: "get",
  path: "/account/sessions",
  tags,
  summary: "List where one is signed in",
  responses: { 200: jsonAnswer("The sessions, the last used first", OwnSessionList) },
});

const endOne = apiRoute("account", {
  operationId: "endOwnSession",
  method: "delete",
  path: "/account/sessions/{sessionId}",
  tags,
  summary: "End one of one's own sessions; it is out at its next request",
  request: { params: z.object({ sessionId: SessionId }) },
  responses: { 204: { description: "Ended" }, ...problems("not_found") },
});

const endAll = apiRoute("account", {
  operationId: "endOwnSessions",
  method: "delete",
  path: "/account/sessions",
  tags,
  summary: "Sign out everywhere, or everywhere else",
  request: { query: EndSessionsQuery },
  responses: { 204: { description: "Ended" } },
});

const begin = apiRoute("account", {
  operationId: "startSecondFactor",
  method: "post",
  path: "/account/second-factor",
  tags,
  summary: "Begin to set up a second factor: answers what an app needs, and asks for nothing yet at sign-in",
  request: { body: jsonInput(OwnPasswordInput) },
  responses: {
    201: jsonAnswer("What an app needs, shown only once", SecondFactorStart),
    ...problems("wrong_state", "too_many_attempts"),
  },
});

const confirm = apiRoute("account", {
  operationId: "confirmSecondFactor",
  method: "post",
  path: "/account/second-factor/confirm",
  tags,
  summary: "Turn the second factor on with a code of the app; every other session ends",
  request: { body: jsonInput(CodeInput) },
  responses: {
    200: jsonAnswer("The recovery codes, shown only once", RecoveryCodes),
    ...problems("wrong_state", "too_many_attempts"),
  },
});

const renew = apiRoute("account", {
  operationId: "renewRecoveryCodes",
  method: "post",
  path: "/account/second-factor/recovery-codes",
  tags,
  summary: "Make new recovery codes in place of the earlier ones",
  request: { body: jsonInput(PasswordAndCodeInput) },
  responses: {
    200: jsonAnswer("The recovery codes, shown only once", RecoveryCodes),
    ...problems("too_many_attempts"),
  },
});

const turnOff = apiRoute("account", {
  operationId: "turnOffSecondFactor",
  method: "post",
  path: "/account/second-factor/turn-off",
  tags,
  summary: "Turn the second factor off, with the password and a code",
  request: { body: jsonInput(PasswordAndCodeInput) },
  responses: { 204: { description: "Turned off" }, ...problems("too_many_attempts") },
});

const link = apiRoute("account", {
  operationId: "linkIdentityProvider",
  method: "post",
  path: "/account/identity-provider",
  tags,
  summary: "Begin to link one's own account with the identity provider",
  request: { body: jsonInput(OwnPasswordInput) },
  responses: {
    200: jsonAnswer("Where to sign in at the provider", AuthorizationRequest),
    ...problems("not_found", "sign_in_failed", "too_many_attempts", "identity_provider_unreachable"),
  },
});

const unlink = apiRoute("account", {
  operationId: "unlinkIdentityProvider",
  method: "post",
  path: "/account/identity-provider/unlink",
  tags,
  summary: "End the link of one's own account with the identity provider; sessions that began there end",
  request: { body: jsonInput(OwnPasswordInput) },
  responses: { 200: jsonAnswer("The account", Account), ...problems("not_found", "wrong_state", "too_many_attempts") },
});

export function accountRoutes({ cookies, addressOf }: SignInParts) {
  const callerOf = (c: Context<AppEnv>) => ({ address: addressOf(c), deviceValue: cookies.device.read(c) });
  return new OpenAPIHono<AppEnv>()
    .openapi(get, async (c) => c.json(await getAccount(c.get("context")), 200))
    .openapi(password, async (c) =>
      c.json(await changePassword(c.get("context"), c.req.valid("json"), callerOf(c)), 200),
    )
    .openapi(begin, async (c) =>
      c.json(await startSecondFactor(c.get("context"), c.req.valid("json"), callerOf(c)), 201),
    )
    .openapi(confirm, async (c) =>
      c.json(await confirmOwnSecondFactor(c.get("context"), c.req.valid("json"), callerOf(c)), 200),
    )
    .openapi(renew, async (c) =>
      c.json(await renewRecoveryCodes(c.get("context"), c.req.valid("json"), callerOf(c)), 200),
    )
    .openapi(turnOff, async (c) => {
      await turnOffSecondFactor(c.get("context"), c.req.valid("json"), callerOf(c));
      return c.body(null, 204);
    })
    .openapi(link, async (c) => {
      const { request, authorizationValue } = await linkProvider(c.get("context"), c.req.valid("json"), callerOf(c));
      cookies.authorization.write(c, authorizationValue);
      return c.json(request, 200);
    })
    .openapi(unlink, async (c) => c.json(await unlinkProvider(c.get("context"), c.req.valid("json"), callerOf(c)), 200))
    .openapi(sessions, async (c) => c.json(await listOwnSessions(c.get("context")), 200))
    .openapi(endOne, async (c) => {
      await endOwnSession(c.get("context"), c.req.valid("param").sessionId);
      return c.body(null, 204);
    })
    .openapi(endAll, async (c) => {
      const { keep } = c.req.valid("query");
      await endOwnSessions(c.get("context"), keep);
      if (keep === "none") cookies.session.clear(c);
      return c.body(null, 204);
    });
}
