import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { OperationError } from "#/runtime/errors.ts";

/** The parameter of the address that names the connection. */
export const CONNECTION_PARAMETER = "connection";

/** Refuses addresses below a connection that does not exist, or in which the caller has no role: it is not told which. */
export function connectionCheck(): MiddlewareHandler<AppEnv> {
  return async function checkConnection(c, next) {
    const { connection, roles } = c.get("caller").context;
    const asked = c.req.param(CONNECTION_PARAMETER);
    if (asked !== connection.id || !roles.some(({ connectionId }) => connectionId === asked))
      throw new OperationError("not_found", "No connection has this id.");
    await next();
  };
}
