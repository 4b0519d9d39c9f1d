import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { Deps } from "#/context/deps.ts";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { OperationError } from "#/runtime/errors.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** The paths below `/api/v1` that need no session. */
export const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/api/v1/session", "/api/v1/set-up", "/api/v1/openapi.json"]);

/** Refuses requests without a live session, and creates the context for operations. */
export function sessionCheck({ deps, cookie }: { deps: Deps; cookie: SessionCookie }): MiddlewareHandler<AppEnv> {
  return async function checkSession(c, next) {
    if (PUBLIC_PATHS.has(c.req.path)) return await next();
    const value = cookie.read(c);
    const person = value === undefined ? undefined : await deps.signIn.personOf(value);
    if (person === undefined) throw new OperationError("not_signed_in", "Sign in to continue.");
    c.set("context", {
      actor: { kind: "person", id: person.id, name: person.name },
      connection: deps.connection,
      deps,
      requestId: c.get("requestId"),
    });
    await withCallOrigin({ kind: "person", name: person.name, id: c.get("requestId") }, next);
  };
}
