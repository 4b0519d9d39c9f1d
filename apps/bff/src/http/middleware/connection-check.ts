import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { OperationError } from "#/runtime/errors.ts";

/** The parameter of the address that names the connection. */
export const CONNECTION_PARAMETER = "connection";

/** Refuses addresses below a connection that does not exist. */
export function connectionCheck(): MiddlewareHandler<AppEnv> {
  return async function checkConnection(c, next) {
    if (c.req.param(CONNECTION_PARAMETER) !== c.get("caller").context.connection.id)
      throw new OperationError("not_found", "No connection has this id.");
    await next();
  };
}
