import type { Context, MiddlewareHandler } from "hono";
import { crossOriginHeaders } from "#/runtime/cross-origin.ts";
import type { AppEnv, Caller } from "#/http/app-env.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { openShareLink, SHARE_LINK_PREFIX } from "#/context/share-links.ts";
import { operationError } from "#/runtime/errors.ts";
import type { ServerCookie } from "./sign-in-cookies.ts";

/** The paths below `/api/v1` that need neither a session nor a token, and take no notice of a token. */
export const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  "/api/v1/session",
  "/api/v1/session/code",
  "/api/v1/session/identity-provider",
  "/api/v1/session/identity-provider/callback",
  "/api/v1/session/passkey",
  "/api/v1/session/passkey/options",
  "/api/v1/set-up",
  "/api/v1/join",
  "/api/v1/join/account",
  "/api/v1/openapi.json",
]);

/**
 * The token of a request; undefined if it is made with a session. Other schemes are left to proxies in between, which
 * may ask for a password of their own.
 */
export function bearerToken(c: Context<AppEnv>): string | undefined {
  if (PUBLIC_PATHS.has(c.req.path)) return undefined;
  const [scheme = "", ...words] = (c.req.header("Authorization") ?? "").split(" ");
  return scheme.toLowerCase() === "bearer" ? words.join(" ").trim() : undefined;
}

/**
 * Refuses requests that come from nobody. A request with a token is made by that token alone, whatever cookie comes
 * with it.
 */
export function authentication({
  deps,
  cookie,
  addressOf,
}: {
  deps: Deps;
  cookie: ServerCookie;
  /** Where a request came from. */
  addressOf: (c: Context<AppEnv>) => string | undefined;
}): MiddlewareHandler<AppEnv> {
  const asActor = (
    c: Context<AppEnv>,
    {
      scopes,
      rolesNow,
      ...caller
    }: Pick<RequestContext, "actor" | "personId" | "sessionId" | "roles"> & Omit<Caller, "context">,
  ): Caller => ({
    context: { ...caller, reach: "all", connection: deps.connection, deps, requestId: c.get("requestId") },
    scopes,
    rolesNow,
  });

  async function tokenCaller(c: Context<AppEnv>, secret: string): Promise<Caller> {
    const token = await deps.tokens.read(secret);
    if (token === undefined) {
      c.header("WWW-Authenticate", 'Bearer error="invalid_token"');
      throw operationError("invalid_token", "token");
    }
    deps.tokens.markUsed(token.id);
    const origin = c.req.header("Origin");
    if (origin !== undefined && token.allowedOrigins.includes(origin))
      for (const [name, value] of Object.entries(crossOriginHeaders(origin))) c.header(name, value);
    const actor = { kind: "token", id: token.id, name: token.name } as const;
    const { ownerId: personId, roles, scopes } = token;
    const rolesNow = async () => (await deps.tokens.read(secret))?.roles;
    return asActor(c, { actor, personId, sessionId: null, roles, scopes, rolesNow });
  }

  async function linkCaller(c: Context<AppEnv>, secret: string): Promise<Caller> {
    const opened = await openShareLink(deps, secret, c.get("requestId"));
    if (opened === undefined) throw operationError("invalid_token", "share-link");
    return { ...opened, scopes: [], rolesNow: async () => [] };
  }

  async function personCaller(c: Context<AppEnv>): Promise<Caller> {
    const value = cookie.read(c);
    const readSession = async () => (value === undefined ? undefined : await deps.sessions.find(value));
    const session = await readSession();
    if (session === undefined) throw operationError("not_signed_in", "sign-in");
    const { sessionId, person } = session;
    const actor = { kind: "person", id: person.id, name: person.name } as const;
    const rolesNow = async () => (await readSession())?.person.roles;
    return asActor(c, { actor, personId: person.id, sessionId, roles: person.roles, scopes: null, rolesNow });
  }

  return async function authenticate(c, next) {
    const request = { id: c.get("requestId"), address: addressOf(c) };
    if (PUBLIC_PATHS.has(c.req.path))
      return await withCallOrigin({ kind: "person", name: "not signed in", ...request }, next);
    const secret = bearerToken(c);
    const caller =
      secret === undefined
        ? await personCaller(c)
        : secret.startsWith(SHARE_LINK_PREFIX)
          ? await linkCaller(c, secret)
          : await tokenCaller(c, secret);
    c.set("caller", caller);
    const { actor } = caller.context;
    const kind = actor.kind === "token" ? "token" : "person";
    await withCallOrigin({ kind, name: actor.name, ...request }, next);
  };
}
