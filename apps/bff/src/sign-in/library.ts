import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
export { hashPassword, verifyPassword } from "better-auth/crypto";
import type { Logger } from "pino";
import { ADDRESS_HEADER, COOKIE, RENEWED_AFTER_S, SESSION_LASTS_S } from "./names.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** The library's functions; its routes are not served. */
export function openSignInLibrary({ db, secret, log }: { db: Database; secret: string; log: Logger }) {
  const auth = betterAuth({
    baseURL: "http://127.0.0.1",
    secret,
    database: { db, type: "postgres" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: 12,
      maxPasswordLength: 128,
    },
    user: { modelName: "person" },
    account: { modelName: "credential" },
    session: { expiresIn: SESSION_LASTS_S, updateAge: RENEWED_AFTER_S, cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: { [COOKIE]: { name: COOKIE } },
      // We set this from the socket on headers of our own; no client header is among them.
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    logger: { log: (level, message) => log.debug({ from: "sign-in", level }, message) },
  });
  return auth.api;
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof APIError && error.statusCode === 401;
}
