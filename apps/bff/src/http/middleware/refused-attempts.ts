import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { CONNECTION_PARAMETER } from "./connection-check.ts";
import { routeOf } from "./request-identity.ts";

/** What somebody known is refused because they may not do it, rather than because of how they asked. */
const REFUSALS: ReadonlySet<string> = new Set(["forbidden", "insufficient_scope"]);
/** A program that tries again and again fills no disk: beyond this in an hour its attempts are counted in its next entry. */
const MOST_AN_HOUR = 60;
const MOST_ACTORS = 10_000;
const HOUR_MS = 3_600_000;

interface Attempt {
  method: string;
  route: string;
  isInConnection: boolean;
  code: string;
  reason: string;
  more: number;
}

export interface RefusedAttemptsOptions extends Pick<Deps, "clock" | "log"> {
  /** Puts one on record. */
  keep: (context: RequestContext, attempt: Attempt) => Promise<void>;
}

/**
 * Puts what people and tokens were refused on record. Requests of nobody known are counted by
 * the metrics alone.
 */
export function refusedAttempts({ clock, log, keep }: RefusedAttemptsOptions): MiddlewareHandler<AppEnv> {
  const attempts = new Map<string, { hour: number; listed: number; more: number }>();

  /** How many attempts before this one were not listed; null if this one is not listed either. */
  function unlistedBefore(actorId: string): number | null {
    const hour = Math.floor(clock.now().getTime() / HOUR_MS);
    const known = attempts.get(actorId);
    const { listed, more } = known?.hour === hour ? known : { listed: 0, more: known?.more ?? 0 };
    attempts.delete(actorId);
    const isListed = listed < MOST_AN_HOUR;
    attempts.set(actorId, { hour, listed: listed + Number(isListed), more: isListed ? 0 : more + 1 });
    const [oldest] = attempts.keys();
    if (attempts.size > MOST_ACTORS && oldest !== undefined) attempts.delete(oldest);
    return isListed ? more : null;
  }

  return async function keepRefusals(c, next) {
    await next();
    const { error } = c;
    if (!(error instanceof OperationError) || !REFUSALS.has(error.code)) return;
    const caller = c.get("caller") as AppEnv["Variables"]["caller"] | undefined;
    const more = caller === undefined ? null : unlistedBefore(caller.context.actor.id);
    if (more === null) return;
    const { context } = c.get("caller");
    const attempt = {
      method: c.req.method,
      route: routeOf(c).replace(/^\/api\/v1/, ""),
      isInConnection: c.req.param(CONNECTION_PARAMETER) === context.connection.id,
      code: error.code,
      reason: error.message,
      more,
    };
    await keep(context, attempt).catch((err: unknown) =>
      log.error({ err }, "a refused attempt could not be put on record"),
    );
  };
}
