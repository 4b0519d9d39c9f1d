import type { MiddlewareHandler } from "hono";
import type { Deps } from "#/context/deps.ts";
import type { AppEnv } from "#/http/app-env.ts";
import { preflightHeaders } from "#/runtime/cross-origin.ts";

/**
 * Answers preflights of pages whose origin a live token allows. It says nothing of the token, which comes with the request
 * itself: that is answered for the token's own origins alone.
 */
export function preflight({ tokens }: Pick<Deps, "tokens">): MiddlewareHandler<AppEnv> {
  return async function answerPreflight(c, next) {
    const origin = c.req.header("Origin");
    const isPreflight = c.req.method === "OPTIONS" && c.req.header("Access-Control-Request-Method") !== undefined;
    if (!isPreflight || origin === undefined || !(await tokens.allowsOrigin(origin))) return await next();
    const methods = "GET, POST, PUT, PATCH, DELETE";
    return c.body(null, 204, preflightHeaders(origin, c.req.header("Access-Control-Request-Headers"), methods));
  };
}
