import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "#/http/app-env.ts";
import type { Site } from "#/http/site.ts";

const NAME = "directory_console_session";

/** The session cookie, which the browser drops when it closes; the store limits how long the session lasts. */
export interface SessionCookie {
  read(c: Context<AppEnv>): string | undefined;
  write(c: Context<AppEnv>, value: string): void;
  clear(c: Context<AppEnv>): void;
}

/**
 * Over TLS it is a `__Host-` cookie. Over plain http browsers refuse Secure cookies (Safari even on loopback), and
 * there the console and the browser are on the same machine.
 */
export function sessionCookie(site: Site): SessionCookie {
  const prefix = site.isSecure ? ("host" as const) : undefined;
  const options = {
    path: "/",
    httpOnly: true,
    sameSite: "Strict",
    secure: site.isSecure,
    ...(prefix && { prefix }),
  } as const;
  return {
    read(c) {
      const value = prefix === undefined ? getCookie(c, NAME) : getCookie(c, NAME, prefix);
      return value !== undefined && /^[A-Za-z0-9._%+/=~-]{1,500}$/.test(value) ? value : undefined;
    },
    write: (c, value) => setCookie(c, NAME, value, options),
    clear: (c) => void deleteCookie(c, NAME, options),
  };
}
