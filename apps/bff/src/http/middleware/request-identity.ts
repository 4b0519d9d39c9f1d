import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes, routePath } from "hono/route";
import type { Logger } from "pino";
import type { AppEnv } from "#/http/app-env.ts";

/** Is told of every request that was answered; `route` is the pattern of its address. */
export interface RequestObserver {
  observeRequest(request: { method: string; route: string; status: number; ms: number }): void;
}

/** Assigns each request an id, and logs and measures it, without the query, which may name a person. */
export function requestIdentity(
  { log, newId }: { log: Logger; newId: (prefix: string) => string },
  metrics?: RequestObserver,
): MiddlewareHandler<AppEnv> {
  return async function identifyRequest(c, next) {
    const requestId = newId("req");
    const since = performance.now();
    c.set("requestId", requestId);
    c.set("log", log);
    c.header("X-Request-Id", requestId);
    await next();
    const ms = performance.now() - since;
    const quiet = c.req.path === "/healthz" || c.req.path === "/readyz" || c.req.path.startsWith("/assets/");
    log[quiet ? "debug" : "info"](
      { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms: Math.round(ms) },
      "request",
    );
    metrics?.observeRequest({ method: c.req.method, route: routeOf(c), status: c.res.status, ms });
  };
}

/** The pattern of the address, also where the request was refused on its way there; a wildcard for all other addresses. */
export function routeOf(c: Context<AppEnv>): string {
  return matchedRoutes(c).find(({ path }) => !path.includes("*"))?.path ?? routePath(c);
}
