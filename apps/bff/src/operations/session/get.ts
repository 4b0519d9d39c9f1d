import type { Session } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { hasAdministrator } from "#/store/tables/people.ts";

/** The person signed in with this cookie, and whether the first administrator has yet to be created. */
export async function getSession({ signIn, store }: Deps, cookieValue: string | undefined): Promise<Session> {
  const person = cookieValue === undefined ? undefined : (await signIn.sessionOf(cookieValue))?.person;
  const setUpNeeded = person === undefined && !(await hasAdministrator(store.db));
  return { person: person ?? null, setUpNeeded };
}
