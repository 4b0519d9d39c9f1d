import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { operationError } from "#/runtime/errors.ts";

/** What stood directly below `/api/v1` before it moved below the connection. This list never grows. */
const MOVED: ReadonlySet<string> = new Set([
  "activity",
  "alarms",
  "booking-check",
  "change-sets",
  "changes",
  "connection",
  "creations",
  "index-versions",
  "plans",
  "probes",
  "profile",
  "requests",
  "roster-imports",
  "samples",
  "search",
  "sending",
  "tokens",
]);

/**
 * Answers addresses of earlier versions with the one that took their place. It comes before every check of the
 * request: the answer depends on the address alone, and says nothing that the public document does not.
 */
export function movedAddresses({
  connectionId,
  exists,
}: {
  connectionId: string;
  exists: (path: string) => boolean;
}): MiddlewareHandler<AppEnv> {
  return async function refuseMoved(c, next) {
    const { pathname, search } = new URL(c.req.url);
    const [, noun, rest = ""] = /^\/api\/v1\/([a-z-]+)(\/.*)?$/.exec(pathname) ?? [];
    if (noun === undefined || !MOVED.has(noun)) return await next();
    const below = `/api/v1/connections/${connectionId}`;
    const to = noun === "connection" ? `${below}${rest}` : `${below}/${noun}${rest}`;
    if (!exists(to)) return await next();
    throw operationError("gone", "address", { to, movedTo: `${to}${search}` });
  };
}
