import {
  type Action,
  doneOutOfUse,
  reachOf,
  roles as allRoles,
  rolesInWords,
  scopeByAction,
  type TokenScope,
} from "@dc/contract";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestContext } from "#/context/deps.ts";
import { limitedContext, reachIn, refuseReadOnly } from "#/context/reach.ts";
import type { AppEnv } from "#/http/app-env.ts";
import { operationError, type OperationError } from "#/runtime/errors.ts";
import { CONNECTION_PARAMETER } from "./connection-check.ts";

/**
 * What a route needs of its caller: nothing; an account, whatever its roles; the link of a brief; an action of the table in the contract; an
 * action that touches every referrer of the connection, and so is refused to who is limited to some; or an action by a person, whatever
 * scopes a token has.
 */
export type Permission = "public" | "account" | "link" | Action | { forAll: Action } | { byPeople: Action };

const MOST_LINK_USES_A_MINUTE = 120;

/** The action of a permission; null where it needs none. */
export function actionOf(needed: Permission): Action | null {
  if (typeof needed === "object") return "forAll" in needed ? needed.forAll : needed.byPeople;
  return needed === "public" || needed === "account" || needed === "link" ? null : needed;
}

/** The scope of a token that gets in; undefined where none does. */
export function scopeOf(needed: Permission): TokenScope | undefined {
  const action = actionOf(needed);
  const isByPeople = typeof needed === "object" && "byPeople" in needed;
  return action === null || isByPeople ? undefined : scopeByAction[action];
}

/**
 * Lets a caller in, and gives the route the context to work in: without a permission it has none. The context reaches what
 * the caller's roles reach for this action.
 */
export function authorization(needed: Exclude<Permission, "public">): MiddlewareHandler<AppEnv> {
  const action = actionOf(needed);
  const scope = scopeOf(needed);
  return async function authorize(c, next) {
    const { context, scopes, link } = c.get("caller");
    if (link === undefined && needed === "link") throw operationError("invalid_token", "share-link-only");
    if (link !== undefined && needed !== "link") throw operationError("forbidden", "share-link-alone");
    if (link !== undefined) {
      if (link.minute_uses > MOST_LINK_USES_A_MINUTE)
        throw operationError("too_many_attempts", "wait", { wait: "1 minute", retryAfterSeconds: 60 });
      c.set("context", context);
      return await next();
    }
    if (scopes !== null && scope === undefined) throw operationError("forbidden", "person-only");
    if (scopes !== null && scope !== undefined && !scopes.includes(scope)) {
      c.header("WWW-Authenticate", `Bearer error="insufficient_scope", scope="${scope}"`);
      throw operationError("insufficient_scope", "scope", { scope });
    }
    c.set("context", action === null ? context : await within(c, context, { needed, action }));
    await next();
  };
}

async function within(
  c: Context<AppEnv>,
  context: RequestContext,
  { needed, action }: { needed: Permission; action: Action },
): Promise<RequestContext> {
  const isBelowConnection = c.req.param(CONNECTION_PARAMETER) !== undefined;
  const reach = isBelowConnection ? reachIn(context, action) : reachOf(context.roles, action);
  if (reach === "none") throw lacksRole(context, action);
  const isRead = c.req.method === "GET" || c.req.method === "HEAD" || doneOutOfUse.includes(action);
  if (isBelowConnection && context.connection.isArchived && !isRead) throw operationError("wrong_state", "out-of-use");
  if (reach === "all") return context;
  if (typeof needed === "object" && "forAll" in needed) throw operationError("forbidden", "every-referrer");
  const indexId = c.req.param("indexId");
  if (indexId !== undefined) await refuseReadOnly(context, indexId, { reach, action });
  return limitedContext(context, reach);
}

function lacksRole({ actor, roles, connection }: RequestContext, action: Action): OperationError {
  const held = allRoles.filter((role) =>
    roles.some((given) => given.role === role && given.connectionId === connection.id),
  );
  const who = actor.kind === "token" ? "The owner of this token" : "You";
  const rolesHeld = held.length === 0 ? "" : ` ${who} ${who === "You" ? "are" : "is"} ${held.join(" and ")} here.`;
  return operationError("forbidden", "role", { roles: rolesInWords(action), rolesHeld });
}
