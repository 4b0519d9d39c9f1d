import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { operationError } from "#/runtime/errors.ts";
import { bearerToken } from "./authentication.ts";
import type { Site } from "#/http/site.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
export const CONSOLE_HEADER = "X-Directory-Console";

/**
 * Refuses state-changing requests from pages of other sites. Other origins cannot send the header without a preflight,
 * which is never granted; a browser also sends the origin, which must be ours. A token cannot be sent by another site
 * either, and no cookie counts beside it.
 */
export function crossSiteCheck(site: Site): MiddlewareHandler<AppEnv> {
  return async function checkSite(c, next) {
    if (READS.has(c.req.method) || bearerToken(c) !== undefined) return await next();
    if (c.req.header(CONSOLE_HEADER) !== "1")
      throw operationError("cross_site", "console-header", { header: CONSOLE_HEADER });
    const origin = c.req.header("Origin");
    const fetchSite = c.req.header("Sec-Fetch-Site");
    const isForeign =
      origin === undefined
        ? fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none"
        : !site.isOwnOrigin(origin, new URL(c.req.url).host);
    if (isForeign) throw operationError("cross_site", "other-site");
    await next();
  };
}
