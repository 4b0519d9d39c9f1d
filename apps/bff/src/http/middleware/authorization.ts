import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { OperationError } from "#/runtime/errors.ts";

/** Who may call a route: anybody, a person, or also a token with this scope. */
export type Permission = "public" | "person" | "read" | "stage" | "apply";

/** Lets a caller in, and gives the route the context to work in: without a permission it has none. */
export function authorization(needed: Exclude<Permission, "public">): MiddlewareHandler<AppEnv> {
  return async function authorize(c, next) {
    const { context, scopes } = c.get("caller");
    if (scopes !== null && needed === "person")
      throw new OperationError("forbidden", "Only a signed-in person can do this. Tokens are refused.");
    if (scopes !== null && needed !== "person" && !scopes.includes(needed)) {
      c.header("WWW-Authenticate", `Bearer error="insufficient_scope", scope="${needed}"`);
      throw new OperationError("insufficient_scope", `The token needs the scope ${needed} for this.`);
    }
    c.set("context", context);
    await next();
  };
}
