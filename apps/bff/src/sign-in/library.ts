import { betterAuth } from "better-auth";
export { hashPassword, verifyPassword } from "better-auth/crypto";
import type { Logger } from "pino";
import { COOKIE, RENEWED_AFTER_S, SESSION_LASTS_S } from "./names.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** Reads, renews and ends sessions. Its routes are not served, and it lets nobody in: `SignIn` begins sessions. */
export function openSignInLibrary({ db, secret, log }: { db: Database; secret: string; log: Logger }) {
  const auth = betterAuth({
    baseURL: "http://127.0.0.1",
    secret,
    database: { db, type: "postgres" },
    user: { modelName: "person" },
    account: { modelName: "credential" },
    session: { expiresIn: SESSION_LASTS_S, updateAge: RENEWED_AFTER_S, cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: { [COOKIE]: { name: COOKIE } },
      ipAddress: { disableIpTracking: true },
    },
    logger: { log: (level, message) => log.debug({ from: "sign-in", level }, message) },
  });
  return auth.api;
}
