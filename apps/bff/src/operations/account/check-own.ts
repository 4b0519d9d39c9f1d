import type { RequestContext } from "#/context/deps.ts";
import { attempt } from "#/operations/sign-in/attempt.ts";
import { operationError } from "#/runtime/errors.ts";
import { verifyPassword } from "#/runtime/password-hash.ts";
import { selectPasswordHash } from "#/store/tables/account/sign-in-methods.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { takeCode } from "#/operations/sign-in/take-code.ts";

/** Where a request to one's own account comes from. */
export interface AccountCaller {
  email: string;
  address: string | undefined;
  deviceValue: string | undefined;
}

/** Refuses a wrong password of one's own; guesses count like those at sign-in. Answers the hash that it fits. */
export async function checkOwnPassword(
  { deps, personId }: RequestContext,
  caller: AccountCaller,
  { password, pointer }: { password: string; pointer: string },
): Promise<string> {
  return await attempt(deps, caller, async () => {
    const stored = await selectPasswordHash(deps.wholeStore.db, personId);
    if (stored !== null && (await verifyPassword(stored, password))) return stored;
    throw operationError("invalid_request", "current-password", { pointer });
  });
}

/** Takes a code of one's own, and does the work in the same transaction. */
export async function withOwnCode<T>(
  { deps, personId }: RequestContext,
  caller: AccountCaller,
  code: string,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return await attempt(deps, { ...caller, secret: "code" }, async () =>
    transact(deps.wholeStore.db, async (trx) => {
      if ((await takeCode(deps, trx, personId, code)) === undefined)
        throw operationError("invalid_request", "second-factor-code", { pointer: "/code" });
      return await work(trx);
    }),
  );
}
