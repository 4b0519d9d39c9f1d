import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { OperationError } from "#/runtime/errors.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { COOKIE, RENEWED_AFTER_S, SESSION_LASTS_S } from "./names.ts";
import { type PersonRow, selectPersonByEmail, selectPersonOfSession } from "#/store/tables/people.ts";
import { insertSession, selectPasswordHash } from "#/store/tables/sign-in-methods.ts";
import { randomText } from "#/runtime/new-id.ts";
import { type Database, type Transaction, withStoreFailures } from "#/store/sql/transaction.ts";

/**
 * Sessions and passwords. The library's own routes are not used, so that only ours decide about requests and responses.
 */
export interface SignIn {
  /** Whose address and password these are. Nobody is signed in by it. */
  checkPassword(input: { email: string; password: string }): Promise<PersonRow>;
  /** Begins a session of a person in the transaction that found out who it is; answers the value of its cookie. */
  beginSession(
    trx: Transaction,
    input: {
      personId: string;
      address: string | undefined;
      userAgent: string | undefined;
      isByProvider?: boolean;
    },
  ): Promise<string>;
  /** The person of a live session, with what the person may do as of now; undefined while the person is disabled. */
  sessionOf(cookieValue: string): Promise<OpenSession | undefined>;
  end(cookieValue: string): Promise<void>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(hash: string, password: string): Promise<boolean>;
}

/** Of a session's token and id: 190 bits. */
const TOKEN_LENGTH = 32;

export interface OpenSession {
  person: PersonRow;
  /** Its row, not what the cookie holds. */
  sessionId: string;
}

export function createSignIn({
  db,
  secrets: { signInSecret: secret, previousSignInSecret },
  log,
}: {
  db: Database;
  secrets: Pick<Secrets, "signInSecret" | "previousSignInSecret">;
  log: Logger;
}): SignIn {
  // The library is large and nobody is signed in at the start, so it is loaded when first needed.
  let opening: ReturnType<typeof openLibrary> | undefined;
  const library = () => (opening ??= openLibrary());
  async function openLibrary() {
    const { hashPassword, openSignInLibrary, verifyPassword } = await import("./library.ts");
    return { hashPassword, verifyPassword, api: openSignInLibrary({ db, secret, log }) };
  }
  const headersOf = (cookieValue: string) => new Headers({ cookie: `${COOKIE}=${underThisKey(cookieValue)}` });

  /** A session from the identity provider ends a day after it began, however much it is used: groups are read again then. */
  async function personOf(token: string) {
    const providerSince = new Date(Date.now() - SESSION_LASTS_S * 1000);
    return await selectPersonOfSession(db, { token, providerSince });
  }

  /** The library knows one secret; a cookie that was signed with the previous one is signed anew for it. */
  function underThisKey(cookieValue: string): string {
    const token = previousSignInSecret === undefined ? undefined : signedToken(cookieValue, previousSignInSecret);
    return token === undefined
      ? cookieValue
      : encodeURIComponent(`${token}.${signatureOf(token, secret).toString("base64")}`);
  }

  /** Leaves everything but clearly young sessions to the library, which renews, ends and refuses them. */
  async function sessionByLibrary(cookieValue: string): Promise<OpenSession | undefined> {
    const { api } = await library();
    const found = await withStoreFailures(() => api.getSession({ headers: headersOf(cookieValue) }));
    if (found === null) return undefined;
    return await personOf(found.session.token);
  }

  return {
    async checkPassword({ email, password }) {
      const { hashPassword, verifyPassword } = await library();
      const found = await selectPersonByEmail(db, email);
      const hash = found === undefined ? null : await selectPasswordHash(db, found.id);
      // Where there is nobody, or nobody who may enter, it takes as long as a wrong password.
      if (hash === null) await hashPassword(password);
      if (found === undefined || hash === null || !(await verifyPassword({ hash, password })))
        throw new OperationError("sign_in_failed", "The e-mail address or the password is wrong.");
      return found;
    },
    async beginSession(trx, { personId, address, userAgent, isByProvider = false }) {
      const token = randomText(TOKEN_LENGTH);
      // The library that reads them knows the machine's time only.
      const now = new Date();
      await insertSession(trx, {
        id: randomText(TOKEN_LENGTH),
        token,
        userId: personId,
        expiresAt: new Date(now.getTime() + SESSION_LASTS_S * 1000),
        createdAt: now,
        updatedAt: now,
        ipAddress: address ?? "",
        userAgent: userAgent?.slice(0, 300) ?? "",
        is_by_provider: isByProvider,
      });
      return encodeURIComponent(`${token}.${signatureOf(token, secret).toString("base64")}`);
    },
    async sessionOf(cookieValue) {
      const token = signedToken(underThisKey(cookieValue), secret);
      const session = token === undefined ? undefined : await personOf(token);
      const leftMs = (session?.endsAt.getTime() ?? 0) - Date.now();
      if (session !== undefined && leftMs > (SESSION_LASTS_S - RENEWED_AFTER_S) * 1000) return session;
      return await sessionByLibrary(cookieValue);
    },
    async end(cookieValue) {
      const { api } = await library();
      await withStoreFailures(() => api.signOut({ headers: headersOf(cookieValue) }));
    },
    hashPassword: async (password) => await (await library()).hashPassword(password),
    verifyPassword: async (hash, password) => await (await library()).verifyPassword({ hash, password }),
  };
}

/** The session token of a cookie that the library signed with our secret, else undefined. */
function signedToken(cookieValue: string, secret: string): string | undefined {
  const [, token, signature] = /^([^.%]+)\.(.+)$/.exec(decoded(cookieValue)) ?? [];
  if (token === undefined || signature === undefined) return undefined;
  const right = signatureOf(token, secret);
  const given = Buffer.from(signature, "base64");
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
}

function signatureOf(token: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(token).digest();
}

function decoded(cookieValue: string): string {
  try {
    return decodeURIComponent(cookieValue);
  } catch {
    return "";
  }
}
