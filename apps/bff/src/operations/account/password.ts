import type { Account, ChangePasswordInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { hashPassword } from "#/runtime/password-hash.ts";
import { selectIdentity } from "#/store/tables/account/identities.ts";
import { journal } from "#/context/journal.ts";
import { selectPasskeys } from "#/store/tables/account/passkeys.ts";
import { lockPerson, selectListedPerson } from "#/store/tables/people/people.ts";
import { countRecoveryCodes, selectSecondFactor } from "#/store/tables/account/second-factors.ts";
import {
  deleteSessions,
  journalsItself,
  selectPasswordHash,
  writePasswordHash,
} from "#/store/tables/account/sign-in-methods.ts";
import { transact } from "#/store/sql/transaction.ts";
import { checkOwnPassword } from "./check-own.ts";
import { refuseGuessable } from "#/operations/sign-in/refuse-guessable.ts";

/** The signed-in person's own account. */
export async function getAccount({ deps, personId }: RequestContext): Promise<Account> {
  const person = await selectListedPerson(deps.wholeStore.db, personId);
  if (person === undefined) throw operationError("not_signed_in", "sign-in");
  const { id, name, email, password_changed_at: changedAt } = person;
  const factor = await selectSecondFactor(deps.wholeStore.db, personId);
  const since = factor?.confirmed_at ?? null;
  const passkeys = await selectPasskeys(deps.wholeStore.db, personId);
  const provider = deps.identityProvider?.settings;
  const linked = provider && (await selectIdentity(deps.wholeStore.db, { personId, issuer: provider.issuer }));
  return {
    id,
    name,
    email,
    password: changedAt === null ? null : { changedAt: changedAt.toISOString() },
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      addedAt: passkey.created_at.toISOString(),
      lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
    })),
    identityProvider:
      provider === undefined
        ? null
        : {
            label: provider.label,
            linked:
              linked === undefined
                ? null
                : { since: linked.linkedAt.toISOString(), lastUsedAt: linked.lastUsedAt.toISOString() },
          },
    secondFactor:
      since === null
        ? null
        : {
            since: since.toISOString(),
            recoveryCodesLeft: await countRecoveryCodes(deps.wholeStore.db, personId),
          },
  };
}

/** Changes one's own password and ends every other session. Wrong guesses of the old one count like those at sign-in. */
export async function changePassword(
  context: RequestContext,
  { currentPassword, newPassword }: ChangePasswordInput,
  caller: { address: string | undefined; deviceValue: string | undefined },
): Promise<Account> {
  const { deps, personId, sessionId } = context;
  const { email, name } = await getAccount(context);
  const pointer = "/currentPassword";
  const checked = await checkOwnPassword(context, { email, ...caller }, { password: currentPassword, pointer });
  refuseGuessable(newPassword, { email, name }, "/newPassword");
  const hash = await hashPassword(newPassword);
  const now = deps.clock.now();
  await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    await lockPerson(trx, personId);
    // Hashing takes a while, in which a link may have reset it.
    if ((await selectPasswordHash(trx, personId)) !== checked)
      throw operationError("invalid_request", "current-password", { pointer });
    await writePasswordHash(trx, { id: deps.newId("cred"), personId, hash, now });
    await deleteSessions(trx, personId, sessionId === null ? "all" : { except: sessionId });
    await journal(context, trx, {
      connectionId: null,
      subject: personId,
      message: { code: "account.password", params: { person: name } },
    });
  });
  return await getAccount(context);
}
