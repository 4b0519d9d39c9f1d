import type { Account, ChangePasswordInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { attempt } from "#/operations/session/attempt.ts";
import { OperationError } from "#/runtime/errors.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { selectListedPerson } from "#/store/tables/people.ts";
import {
  deleteSessions,
  journalsItself,
  selectPasswordHash,
  writePasswordHash,
} from "#/store/tables/sign-in-methods.ts";
import { transact } from "#/store/sql/transaction.ts";
import { refuseGuessable } from "./internal/refuse-guessable.ts";

/** The signed-in person's own account. */
export async function getAccount({ deps, personId }: RequestContext): Promise<Account> {
  const person = await selectListedPerson(deps.wholeStore.db, personId);
  if (person === undefined) throw new OperationError("not_signed_in", "Sign in to continue.");
  const { id, name, email, password_changed_at: changedAt } = person;
  return { id, name, email, password: changedAt === null ? null : { changedAt: changedAt.toISOString() } };
}

/** Changes one's own password and ends every other session. Wrong guesses of the old one count like those at sign-in. */
export async function changePassword(
  context: RequestContext,
  { currentPassword, newPassword }: ChangePasswordInput,
  caller: { address: string | undefined; deviceValue: string | undefined },
): Promise<Account> {
  const { actor, deps, personId, sessionId, requestId } = context;
  const { email, name } = await getAccount(context);
  await attempt(deps, { email, ...caller }, async () => {
    const stored = await selectPasswordHash(deps.wholeStore.db, personId);
    if (stored !== null && (await deps.signIn.verifyPassword(stored, currentPassword))) return;
    throw new OperationError("invalid_request", "The current password is wrong.", {
      errors: [{ pointer: "/currentPassword", detail: "is not your password" }],
    });
  });
  refuseGuessable(newPassword, { email, name }, "/newPassword");
  const hash = await deps.signIn.hashPassword(newPassword);
  const now = deps.clock.now();
  await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    await writePasswordHash(trx, { id: deps.newId("cred"), personId, hash, now });
    await deleteSessions(trx, personId, sessionId === null ? "all" : { except: sessionId });
    await appendJournal(trx, {
      connectionId: null,
      at: now,
      actor,
      action: "account.password",
      subject: personId,
      message: { code: "account.password", params: { person: name } },
      requestId,
    });
  });
  return await getAccount(context);
}
