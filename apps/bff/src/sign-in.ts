import type { Person } from "@dc/contract";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import type { Logger } from "pino";
import { InvariantError, OperationError } from "./errors.ts";
import { selectPerson } from "./store/people.ts";
import type { Database } from "./store/transaction.ts";

const ADDRESS_HEADER = "x-socket-address";
const COOKIE = "session_token";

export interface SignedIn {
  person: Person;
  /** What the browser keeps; goes into the cookie and nowhere else. */
  cookieValue: string;
}

/** Sessions and passwords, without any route of the library: ours alone decide what goes in and out. */
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

export function createSignIn({ db, secret, log }: { db: Database; secret: string; log: Logger }): SignIn {
  const auth = betterAuth({
    baseURL: "http://127.0.0.1",
    secret,
    database: { db, type: "postgres" },
    emailAndPassword: { enabled: true, autoSignIn: false, minPasswordLength: 12, maxPasswordLength: 128 },
    user: { modelName: "person" },
    account: { modelName: "credential" },
    session: { expiresIn: 24 * 60 * 60, updateAge: 60 * 60, cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: { [COOKIE]: { name: COOKIE } },
      // Set by us from the socket, on headers that we make: nothing that a client sends is among them.
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    logger: { log: (level, message) => log.debug({ from: "sign-in", level }, message) },
  });
  const headersOf = (cookieValue: string) => new Headers({ cookie: `${COOKIE}=${cookieValue}` });

  return {
    async signIn({ email, password, address, userAgent }) {
      const headers = new Headers();
      if (address !== undefined) headers.set(ADDRESS_HEADER, address);
      if (userAgent !== undefined) headers.set("user-agent", userAgent.slice(0, 300));
      try {
        const answer = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
        const person = await selectPerson(db, answer.response.user.id);
        if (person === undefined) throw new InvariantError("Somebody signed in who is not a person of ours.");
        return { person, cookieValue: cookieValueIn(answer.headers) };
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 401) {
          throw new OperationError("sign_in_failed", "The e-mail address or the password is wrong.");
        }
        throw error;
      }
    },
    async personOf(cookieValue) {
      const session = await auth.api.getSession({ headers: headersOf(cookieValue) });
      return session === null ? undefined : await selectPerson(db, session.user.id);
    },
    async end(cookieValue) {
      await auth.api.signOut({ headers: headersOf(cookieValue) });
    },
    async createAdministrator({ name, email, password }) {
      await auth.api.signUpEmail({ body: { name, email, password } });
    },
  };
}

function cookieValueIn(headers: Headers): string {
  for (const cookie of headers.getSetCookie()) {
    const value = new RegExp(`^${COOKIE}=([^;]+)`).exec(cookie)?.[1];
    if (value !== undefined) return value;
  }
  throw new InvariantError("A sign-in without a session cookie.");
}
