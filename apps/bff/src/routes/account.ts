import { Account, ChangePasswordInput, EndSessionsQuery, OwnSessionList, SessionId } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { ServerCookie } from "#/http/middleware/session-cookie.ts";
import { changePassword, getAccount } from "#/operations/account/password.ts";
import { endOwnSession, endOwnSessions, listOwnSessions } from "#/operations/account/sessions.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "./describe.ts";

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

export interface AccountRoutes {
  cookie: ServerCookie;
  device: ServerCookie;
  /** Where a request came from. */
  addressOf: (c: Context<AppEnv>) => string | undefined;
}

export function accountRoutes({ cookie, device, addressOf }: AccountRoutes) {
  return new OpenAPIHono<AppEnv>()
    .openapi(get, async (c) => c.json(await getAccount(c.get("context")), 200))
    .openapi(password, async (c) => {
      const caller = { address: addressOf(c), deviceValue: device.read(c) };
      return c.json(await changePassword(c.get("context"), c.req.valid("json"), caller), 200);
    })
    .openapi(sessions, async (c) => c.json(await listOwnSessions(c.get("context")), 200))
    .openapi(endOne, async (c) => {
      await endOwnSession(c.get("context"), c.req.valid("param").sessionId);
      return c.body(null, 204);
    })
    .openapi(endAll, async (c) => {
      const { keep } = c.req.valid("query");
      await endOwnSessions(c.get("context"), keep);
      if (keep === "none") cookie.clear(c);
      return c.body(null, 204);
    });
}
