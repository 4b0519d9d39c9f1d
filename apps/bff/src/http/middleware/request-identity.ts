import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { AppEnv } from "#/http/app-env.ts";

/** Assigns each request an id and logs one line for it, without the query, which may name a person. */
export function requestIdentity({
  log,
  newId,
}: {
  log: Logger;
  newId: (prefix: string) => string;
}): MiddlewareHandler<AppEnv> {
  return async function identifyRequest(c, next) {
    const requestId = newId("req");
    const since = performance.now();
    c.set("requestId", requestId);
    c.set("log", log);
    c.header("X-Request-Id", requestId);
    await next();
    const ms = Math.round(performance.now() - since);
    const quiet = c.req.path === "/healthz" || c.req.path === "/readyz" || c.req.path.startsWith("/assets/");
    log[quiet ? "debug" : "info"](
      { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms },
      "request",
    );
  };
}
