import { createHmac, timingSafeEqual } from "node:crypto";
import type { Person } from "@dc/contract";
import type { Logger } from "pino";
import { InvariantError, OperationError } from "#/runtime/errors.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { ADDRESS_HEADER, COOKIE, RENEWED_AFTER_S, SESSION_LASTS_S } from "./names.ts";
import { selectPerson, selectPersonOfSession } from "#/store/tables/people.ts";
import { type Database, withStoreFailures } from "#/store/sql/transaction.ts";

export interface SignedIn {
  person: Person;
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
  /** The person of a live session. */
  personOf(cookieValue: string): Promise<Person | undefined>;
  end(cookieValue: string): Promise<void>;
  createAdministrator(input: { name: string; email: string; password: string }): Promise<void>;
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
    const { isWrongPassword, openSignInLibrary } = await import("./library.ts");
    return { isWrongPassword, api: openSignInLibrary({ db, secret, log }) };
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
  async function personByLibrary(cookieValue: string): Promise<Person | undefined> {
    const { api } = await library();
    const session = await withStoreFailures(() => api.getSession({ headers: headersOf(cookieValue) }));
    return session === null ? undefined : await selectPerson(db, session.user.id);
  }

  return {
    async signIn({ email, password, address, userAgent }) {
      const headers = new Headers();
      if (address !== undefined) headers.set(ADDRESS_HEADER, address);
      if (userAgent !== undefined) headers.set("user-agent", userAgent.slice(0, 300));
      const { api, isWrongPassword } = await library();
      try {
        const answer = await withStoreFailures(() =>
          api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
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
    async personOf(cookieValue) {
      const token = signedToken(underThisKey(cookieValue), secret);
      const session = token === undefined ? undefined : await selectPersonOfSession(db, token);
      const leftMs = (session?.endsAt.getTime() ?? 0) - Date.now();
      if (session !== undefined && leftMs > (SESSION_LASTS_S - RENEWED_AFTER_S) * 1000) return session.person;
      return await personByLibrary(cookieValue);
    },
    async end(cookieValue) {
      const { api } = await library();
      await withStoreFailures(() => api.signOut({ headers: headersOf(cookieValue) }));
    },
    async createAdministrator({ name, email, password }) {
      const { api } = await library();
      await withStoreFailures(() => api.signUpEmail({ body: { name, email, password } }));
    },
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
