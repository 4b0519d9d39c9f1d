import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { operationError } from "#/runtime/errors.ts";

/** The parameter of the address that names the connection. */
export const CONNECTION_PARAMETER = "connection";

/**
 * Lets the request work in the connection of its address. Refuses one that does not exist, or in which the caller has no
 * role: it is not told which.
 */
export function connectionCheck(): MiddlewareHandler<AppEnv> {
  return async function checkConnection(c, next) {
    const caller = c.get("caller");
    const { roles, deps: server } = caller.context;
    const asked = c.req.param(CONNECTION_PARAMETER);
    const deps = asked === undefined ? undefined : server.connections.of(asked);
    if (deps === undefined || !roles.some(({ connectionId }) => connectionId === asked))
      throw operationError("not_found", "connection");
    c.set("caller", { ...caller, context: { ...caller.context, connection: deps.connection, deps } });
    await next();
  };
}
