import type { JoinInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { hashPassword } from "#/runtime/password-hash.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { journal } from "#/context/journal.ts";
import { deletePasskeys } from "#/store/tables/account/passkeys.ts";
import { unlinkIdentity } from "#/store/tables/account/identities.ts";
import { lockPerson, selectListedPerson } from "#/store/tables/people/people.ts";
import { deleteSecondFactor } from "#/store/tables/account/second-factors.ts";
import {
  deleteSessions,
  isPersonLinkLive,
  journalsItself,
  selectPersonLink,
  takePersonLink,
  writePasswordHash,
} from "#/store/tables/account/sign-in-methods.ts";
import { transact } from "#/store/sql/transaction.ts";
import { refuseGuessable } from "./refuse-guessable.ts";

/**
 * Sets the password of whoever the link was made for, ends the sessions that they had, removes their passkeys, and turns their
 * second factor off: who lost the phone has no other way in, and who should not have one keeps none. A reset ends the link with
 * the identity provider too, which whoever knew the password may have made. The link is taken in the same transaction, so that
 * only one of two callers has it. Answers the address to sign in with.
 */
export async function join(deps: Deps, { secret, password }: JoinInput, requestId: string): Promise<{ email: string }> {
  const now = deps.clock.now();
  const secretHash = hashSecret(secret);
  // A password is hashed for who has a link alone: it takes a quarter of a second of the machine.
  if (!(await isPersonLinkLive(deps.wholeStore.db, { secretHash, now }))) throw ended();
  const hash = await hashPassword(password);
  return await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    // Whoever enters meanwhile waits, and finds that the password is another one.
    const personId = (await selectPersonLink(trx, secretHash))?.person_id;
    if (personId !== undefined) await lockPerson(trx, personId);
    const link = await takePersonLink(trx, { secretHash, now });
    const person = link === undefined ? undefined : await selectListedPerson(trx, link.person_id);
    if (link === undefined || person === undefined || person.disabled_at !== null) throw ended();
    refuseGuessable(password, person);
    await writePasswordHash(trx, { id: deps.newId("cred"), personId: person.id, hash, now });
    await deleteSessions(trx, person.id, "all");
    const passkeys = await deletePasskeys(trx, person.id);
    const hadSecondFactor = await deleteSecondFactor(trx, person.id);
    const wasLinked = link.kind === "reset" && (await unlinkIdentity(trx, { personId: person.id }));
    const caller = { deps, actor: { kind: "person", id: person.id, name: person.name }, requestId } as const;
    if (passkeys > 0)
      await journal(caller, trx, {
        connectionId: null,
        subject: person.id,
        message: { code: "account.passkeys-reset", params: { person: person.name, count: passkeys } },
      });
    if (hadSecondFactor)
      await journal(caller, trx, {
        connectionId: null,
        subject: person.id,
        message: { code: "account.second-factor-reset", params: { person: person.name } },
      });
    if (wasLinked)
      await journal(caller, trx, {
        connectionId: null,
        subject: person.id,
        message: {
          code: "account.unlink-provider",
          params: { person: person.name, provider: deps.identityProvider?.settings.label ?? "the identity provider" },
        },
      });
    await journal(caller, trx, {
      connectionId: null,
      subject: person.id,
      message: {
        code: link.kind === "invitation" ? "person.join" : "person.reset",
        params: { person: person.name },
      },
    });
    return { email: person.email };
  });
}

const ended = () => operationError("forbidden", "link-ended");
