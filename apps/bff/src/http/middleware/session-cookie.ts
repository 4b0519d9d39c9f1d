import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "#/http/app-env.ts";
import type { Site } from "#/http/site.ts";

const SESSION = "directory_console_session";
const DEVICE = "directory_console_device";
const SECOND_STEP = "directory_console_second_step";
const AUTHORIZATION = "directory_console_authorization";
const AUTHORIZATION_KEPT_S = 10 * 60;
const PASSKEY = "directory_console_passkey";
const PASSKEY_KEPT_S = 5 * 60;
const SECOND_STEP_KEPT_S = 5 * 60;
const DEVICE_KEPT_S = 180 * 24 * 60 * 60;

/** A cookie that scripts cannot read and other sites do not cause to be sent. */
export interface ServerCookie {
  read(c: Context<AppEnv>): string | undefined;
  write(c: Context<AppEnv>, value: string): void;
  clear(c: Context<AppEnv>): void;
}

/** The session, which the browser drops when it closes; the store limits how long it lasts. */
export function sessionCookie(site: Site): ServerCookie {
  return serverCookie(site, SESSION);
}

/** Who has given the right password and not yet the code; it is worth nothing after five minutes. */
export function secondStepCookie(site: Site): ServerCookie {
  return serverCookie(site, SECOND_STEP, SECOND_STEP_KEPT_S);
}

/** Who is at the identity provider; it binds the answer to the browser that asked. */
export function authorizationCookie(site: Site): ServerCookie {
  return serverCookie(site, AUTHORIZATION, AUTHORIZATION_KEPT_S);
}

/** The challenge that a passkey of this browser is to answer. */
export function passkeyCookie(site: Site): ServerCookie {
  return serverCookie(site, PASSKEY, PASSKEY_KEPT_S);
}

/** What makes the device known again at the next sign-in; it stays after signing out. */
export function deviceCookie(site: Site): ServerCookie {
  return serverCookie(site, DEVICE, DEVICE_KEPT_S);
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
