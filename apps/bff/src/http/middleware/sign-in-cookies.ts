import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { type BrowserValue, browserValues } from "#/context/browser-values.ts";
import type { AppEnv } from "#/http/app-env.ts";
import type { Site } from "#/http/site.ts";

/** A cookie that scripts cannot read and other sites do not cause to be sent. */
export interface ServerCookie {
  read(c: Context<AppEnv>): string | undefined;
  write(c: Context<AppEnv>, value: string): void;
  clear(c: Context<AppEnv>): void;
}

/** The browser drops that of the session when it closes; the store limits how long it lasts. */
export type SignInCookies = { [name in "session" | BrowserValue]: ServerCookie };

export function signInCookies(site: Site): SignInCookies {
  const cookieOf = (name: BrowserValue) => serverCookie(site, browserValues[name].cookie, browserValues[name].lastsS);
  return {
    session: serverCookie(site, "directory_console_session"),
    device: cookieOf("device"),
    secondStep: cookieOf("secondStep"),
    passkey: cookieOf("passkey"),
    authorization: cookieOf("authorization"),
  };
}

/**
 * Over TLS it is a `__Host-` cookie. Over plain http browsers refuse Secure cookies (Safari even on loopback), and
 * there the console and the browser are on the same machine.
 */
function serverCookie(site: Site, name: string, maxAge?: number): ServerCookie {
  const prefix = site.isSecure ? ("host" as const) : undefined;
  const options = {
    path: "/",
    httpOnly: true,
    sameSite: "Strict",
    secure: site.isSecure,
    ...(prefix && { prefix }),
    ...(maxAge !== undefined && { maxAge }),
  } as const;
  return {
    read(c) {
      const value = prefix === undefined ? getCookie(c, name) : getCookie(c, name, prefix);
      return value !== undefined && /^[A-Za-z0-9._%+/=~-]{1,500}$/.test(value) ? value : undefined;
    },
    write: (c, value) => setCookie(c, name, value, options),
    clear: (c) => void deleteCookie(c, name, options),
  };
}
