import type { SetUpInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { randomText } from "#/runtime/new-id.ts";
import { hashPassword } from "#/runtime/password-hash.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { consoleActors } from "#/context/console-actors.ts";
import { transact } from "#/store/sql/transaction.ts";
import { hasAdministrator, insertPerson, replaceRoles, selectConnectionIds } from "#/store/tables/people/people.ts";
import { writePasswordHash } from "#/store/tables/account/sign-in-methods.ts";
import { takeSetting, writeSetting } from "#/store/tables/connections/settings.ts";

const TOKEN_KEY = "setUpTokenHash";

/** Creates a new set-up token, which invalidates all earlier ones; null once there is an administrator. */
export async function renewSetUpToken({ store }: Deps): Promise<string | null> {
  if (await hasAdministrator(store.db)) return null;
  const token = randomText(40);
  await writeSetting(store.db, TOKEN_KEY, hashSecret(token));
  return token;
}

/** Creates the first administrator with the set-up link. Of two callers at once only one has it. */
export async function setUp(deps: Deps, { setUpToken, ...account }: SetUpInput): Promise<void> {
  if (await hasAdministrator(deps.store.db)) throw operationError("set_up_done", "administrator-exists");
  await createFirstAdministrator(deps, account, setUpToken);
}

/** Creates somebody who administers every connection there is, unless there is an administrator. */
export async function createFirstAdministrator(
  deps: Deps,
  { name, email, password }: { name: string; email: string; password: string },
  setUpToken?: string,
): Promise<void> {
  const hash = await hashPassword(password);
  const now = deps.clock.now();
  await transact(deps.store.db, async (trx) => {
    if (setUpToken !== undefined && !(await takeSetting(trx, TOKEN_KEY, hashSecret(setUpToken))))
      throw operationError("forbidden", "set-up-link");
    const personId = await insertPerson(trx, { id: deps.newId("per"), name, email, now });
    if (personId === undefined || (await hasAdministrator(trx)))
      throw operationError("set_up_done", "administrator-exists");
    await writePasswordHash(trx, { id: deps.newId("cred"), personId, hash, now });
    for (const connectionId of await selectConnectionIds(trx))
      await replaceRoles(trx, {
        personId,
        connectionId,
        roles: [{ role: "admin", referrers: null }],
        by: consoleActors.start,
        now,
      });
  });
}
