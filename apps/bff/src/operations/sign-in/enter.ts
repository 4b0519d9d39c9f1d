import type { Session } from "@dc/contract";
import type { JournalMessage } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { OperationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { journalsItself } from "#/store/tables/account/sign-in-methods.ts";
import { journal } from "#/context/journal.ts";
import { isLetIn, type LockedPerson, lockPerson, selectPerson } from "#/store/tables/people/people.ts";
import { knownDevice, newDevice } from "./browser-value.ts";

/** The browser that signs in. */
export interface SignInCaller {
  /** The session that it has, which ends, so that none is taken over by somebody else. */
  oldCookieValue: string | undefined;
  /** What an earlier sign-in left in it, so that the device is known again. */
  deviceValue: string | undefined;
  address: string | undefined;
  userAgent: string | undefined;
  requestId: string;
}

export interface SignedIn {
  session: Session;
  /** The value of the session cookie; it must not appear anywhere else. */
  cookieValue: string;
  deviceValue: string;
}

/** A way in, all of it in the transaction that begins the session. */
interface WayIn {
  /** Who it is. Takes what may be used once. */
  identify: (trx: Transaction) => Promise<string>;
  /** What else belongs to entering this way. Answers what the journal tells. */
  admit: (trx: Transaction, person: LockedPerson) => Promise<JournalMessage>;
  /** When it was begun: what was begun before somebody was disabled lets them in no more. */
  since: Date;
  /** What somebody is told who is not let in. */
  refusal: OperationError;
  isByProvider?: boolean;
}

/** Lets somebody in: with a new session in place of the one that the browser had, on a device that is known from now on. */
export async function enter(
  deps: Deps,
  { oldCookieValue, deviceValue, address, userAgent, requestId }: SignInCaller,
  { identify, admit, since, refusal, isByProvider = false }: WayIn,
): Promise<SignedIn> {
  const { person, cookieValue } = await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    const locked = await lockPerson(trx, await identify(trx));
    if (locked === undefined || !isLetIn(locked, since)) throw refusal;
    const { id, name } = locked;
    const message = await admit(trx, locked);
    const actor = { kind: "person", id, name } as const;
    await journal({ deps, actor, requestId }, trx, { connectionId: null, subject: id, message });
    if (oldCookieValue !== undefined) await deps.sessions.end(trx, oldCookieValue, requestId);
    const begun = await deps.sessions.begin(trx, { personId: id, address, userAgent, isByProvider });
    const entered = await selectPerson(trx, id);
    if (entered === undefined) throw refusal;
    return { person: entered, cookieValue: begun };
  });
  const account = hashSecret(person.email.toLowerCase());
  const device = knownDevice(deps, { value: deviceValue, account });
  return { session: { person, setUpNeeded: false }, cookieValue, deviceValue: newDevice(deps, { account, device }) };
}
