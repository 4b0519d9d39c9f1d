import type { Session } from "@dc/contract";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { Deps } from "#/context/deps.ts";
import type { SignInCookies } from "#/http/middleware/sign-in-cookies.ts";
import type { Site } from "#/http/site.ts";
import type { SignedIn, SignInCaller } from "#/operations/sign-in/enter.ts";

/** What the routes of sign-in and of the own account share. */
export interface SignInParts {
  deps: Deps;
  site: Site;
  cookies: SignInCookies;
  /** Where a request came from. */
  addressOf: (c: Context<AppEnv>) => string | undefined;
}

export function signInCaller({ cookies, addressOf }: SignInParts, c: Context<AppEnv>): SignInCaller {
  return {
    oldCookieValue: cookies.session.read(c),
    deviceValue: cookies.device.read(c),
    address: addressOf(c),
    userAgent: c.req.header("User-Agent"),
    requestId: c.get("requestId"),
  };
}

/** Gives the browser its new session, which stands in no body. */
export function letIn(
  { cookies }: SignInParts,
  c: Context<AppEnv>,
  { session, cookieValue, deviceValue }: SignedIn,
): Session {
  cookies.session.write(c, cookieValue);
  cookies.device.write(c, deviceValue);
  return session;
}
