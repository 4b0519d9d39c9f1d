import { createHmac, timingSafeEqual } from "node:crypto";
import { randomText } from "#/runtime/new-id.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { type Database, type Transaction, transact } from "#/store/sql/transaction.ts";
import {
  deleteSessionOfToken,
  insertSession,
  journalsItself,
  renewSession,
} from "#/store/tables/account/sign-in-methods.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { type PersonRow, selectPersonOfSession } from "#/store/tables/people/people.ts";

/** The sessions of people. A cookie holds the token of one and our signature, so that others cost no query. */
export interface Sessions {
  /** Begins a session of a person in the transaction that found out who it is; answers the value of its cookie. */
  begin(
    trx: Transaction,
    input: {
      personId: string;
      address: string | undefined;
      userAgent: string | undefined;
      isByProvider: boolean;
    },
  ): Promise<string>;
  /** A live session, which use renews, with what its person may do as of now; undefined while the person is disabled. */
  find(cookieValue: string): Promise<OpenSession | undefined>;
  /** Ends and journals the session, if there is one. The transaction journals itself. */
  end(trx: Transaction, cookieValue: string, requestId: string): Promise<void>;
}

export interface OpenSession {
  person: PersonRow;
  /** Its row, not what the cookie holds. */
  sessionId: string;
}

/** Of a session's token and id: 190 bits. */
const TOKEN_LENGTH = 32;
/** The lifetime of a session since its last renewal, and the age at which use renews it. */
const LASTS_MS = 24 * 60 * 60 * 1000;
const RENEWED_AFTER_MS = 60 * 60 * 1000;

export function createSessions({
  db,
  secrets: { signInSecret, previousSignInSecret },
  clock,
}: {
  db: Database;
  secrets: Pick<Secrets, "signInSecret" | "previousSignInSecret">;
  clock: { now: () => Date };
}): Sessions {
  /** The token of a cookie that was signed under the key of now or the previous one. */
  const tokenOf = (cookieValue: string): string | undefined =>
    signedToken(cookieValue, signInSecret) ??
    (previousSignInSecret === undefined ? undefined : signedToken(cookieValue, previousSignInSecret));

  async function endSession(trx: Transaction, token: string, requestId: string | null): Promise<void> {
    const person = await deleteSessionOfToken(trx, token);
    if (person === undefined) return;
    await appendJournal(trx, {
      connectionId: null,
      at: clock.now(),
      actor: { kind: "person", ...person },
      subject: person.id,
      message: { code: "session.end", params: { person: person.name } },
      requestId,
    });
  }

  return {
    async begin(trx, { personId, address, userAgent, isByProvider }) {
      const token = randomText(TOKEN_LENGTH);
      const now = clock.now();
      await insertSession(trx, {
        id: randomText(TOKEN_LENGTH),
        token,
        userId: personId,
        expiresAt: new Date(now.getTime() + LASTS_MS),
        createdAt: now,
        updatedAt: now,
        ipAddress: address ?? "",
        userAgent: userAgent?.slice(0, 300) ?? "",
        is_by_provider: isByProvider,
      });
      return encodeURIComponent(`${token}.${signatureOf(token, signInSecret).toString("base64")}`);
    },
    async find(cookieValue) {
      const token = tokenOf(cookieValue);
      const session = token === undefined ? undefined : await selectPersonOfSession(db, token);
      if (token === undefined || session === undefined) return undefined;
      const { person, sessionId, isByProvider, createdAt, updatedAt, expiresAt } = session;
      const now = clock.now();
      // One from the identity provider ends a day after it began, however much it is used: groups are read again then.
      const isOver = expiresAt <= now || (isByProvider && now.getTime() - createdAt.getTime() >= LASTS_MS);
      if (isOver) {
        await transact(db, async (trx) => {
          await journalsItself(trx);
          await endSession(trx, token, null);
        });
        return undefined;
      }
      if (now.getTime() - updatedAt.getTime() >= RENEWED_AFTER_MS) {
        const renewed = { id: sessionId, now, expiresAt: new Date(now.getTime() + LASTS_MS) };
        if (!(await renewSession(db, renewed))) return undefined;
      }
      return { person, sessionId };
    },
    async end(trx, cookieValue, requestId) {
      const token = tokenOf(cookieValue);
      if (token !== undefined) await endSession(trx, token, requestId);
    },
  };
}

/** The session token of a cookie that was signed with this secret, else undefined. */
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
