import type { Session } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { transact } from "#/store/sql/transaction.ts";
import { journalsItself } from "#/store/tables/account/sign-in-methods.ts";
import { hasAdministrator } from "#/store/tables/people/people.ts";

/** The person signed in with this cookie, and whether the first administrator has yet to be created. */
export async function getSession({ sessions, store }: Deps, cookieValue: string | undefined): Promise<Session> {
  const person = cookieValue === undefined ? undefined : (await sessions.find(cookieValue))?.person;
  const setUpNeeded = person === undefined && !(await hasAdministrator(store.db));
  return { person: person ?? null, setUpNeeded };
}

/** Ends the session of this cookie, for every copy of it. */
export async function signOut({ sessions, wholeStore }: Deps, cookieValue: string, requestId: string): Promise<void> {
  await transact(wholeStore.db, async (trx) => {
    await journalsItself(trx);
    await sessions.end(trx, cookieValue, requestId);
  });
}
