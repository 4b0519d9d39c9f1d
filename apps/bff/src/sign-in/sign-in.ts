import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { InvariantError, OperationError } from "#/runtime/errors.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { ADDRESS_HEADER, COOKIE, RENEWED_AFTER_S, SESSION_LASTS_S } from "./names.ts";
import { isDisabled, type PersonRow, selectPerson, selectPersonOfSession } from "#/store/tables/people.ts";
import { randomText } from "#/runtime/new-id.ts";
import { type Database, withStoreFailures } from "#/store/sql/transaction.ts";

export interface SignedIn {
  person: PersonRow;
  /** The value of the session cookie; it must not appear anywhere else. */
  cookieValue: string;
}

/**
 * Sessions and passwords. The library's own routes are not used, so that only ours decide about requests and responses.
 */
export interface SignIn {
  signIn(input: {
    email: string;
    password: string;
    address: string | undefined;
    userAgent: string | undefined;
  }): Promise<SignedIn>;
  /** The person of a live session, with what the person may do as of now; undefined while the person is disabled. */
  sessionOf(cookieValue: string): Promise<OpenSession | undefined>;
  end(cookieValue: string): Promise<void>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(hash: string, password: string): Promise<boolean>;
}

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
    const { hashPassword, isWrongPassword, openSignInLibrary, verifyPassword } = await import("./library.ts");
    return { hashPassword, isWrongPassword, verifyPassword, api: openSignInLibrary({ db, secret, log }) };
  }
  const headersOf = (cookieValue: string) => new Headers({ cookie: `${COOKIE}=${underThisKey(cookieValue)}` });

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
    const person = await selectPerson(db, found.user.id);
    return person === undefined ? undefined : { person, sessionId: found.session.id };
  }

  return {
    async signIn({ email, password, address, userAgent }) {
      const headers = new Headers();
      if (address !== undefined) headers.set(ADDRESS_HEADER, address);
      if (userAgent !== undefined) headers.set("user-agent", userAgent.slice(0, 300));
      const { api, isWrongPassword } = await library();
      // Takes as long as any wrong password, and says no more.
      const tried = (await isDisabled(db, email)) ? randomText(40) : password;
      try {
        const answer = await withStoreFailures(() =>
          api.signInEmail({ body: { email, password: tried }, headers, returnHeaders: true }),
        );
        const person = await selectPerson(db, answer.response.user.id);
        if (person === undefined) throw new InvariantError("The signed-in user has no person record.");
        return { person, cookieValue: cookieValueIn(answer.headers) };
      } catch (error) {
        if (isWrongPassword(error)) {
          throw new OperationError("sign_in_failed", "The e-mail address or the password is wrong.");
        }
        throw error;
      }
    },
    async sessionOf(cookieValue) {
      const token = signedToken(underThisKey(cookieValue), secret);
      const session = token === undefined ? undefined : await selectPersonOfSession(db, token);
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

function cookieValueIn(headers: Headers): string {
  for (const cookie of headers.getSetCookie()) {
    const value = new RegExp(`^${COOKIE}=([^;]+)`).exec(cookie)?.[1];
    if (value !== undefined) return value;
  }
  throw new InvariantError("The sign-in set no session cookie.");
}
