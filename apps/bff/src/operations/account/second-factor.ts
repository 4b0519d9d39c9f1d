import type { CodeInput, OwnPasswordInput, PasswordAndCodeInput, RecoveryCodes, SecondFactorStart } from "@dc/contract";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { attempt } from "#/operations/sign-in/attempt.ts";
import { operationError } from "#/runtime/errors.ts";
import { newTimeCodeSecret, randomBase32, stepOfCode, timeCodeUri } from "#/runtime/time-code.ts";
import { journal } from "#/context/journal.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  replaceRecoveryCodes,
  selectSealedSecrets,
  selectSecondFactor,
  writeSealedSecret,
} from "#/store/tables/account/second-factors.ts";
import { deleteSessions, journalsItself } from "#/store/tables/account/sign-in-methods.ts";
import { lockPerson } from "#/store/tables/people/people.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { checkOwnPassword, withOwnCode } from "./check-own.ts";
import { recoveryCodeHash, secretPurpose } from "#/operations/sign-in/take-code.ts";
import { getAccount } from "./password.ts";

const RECOVERY_CODES = 10;
/** Of five bits each: 50 bits, which nobody guesses in the attempts there are. */
const RECOVERY_CODE_LETTERS = 10;

interface Caller {
  address: string | undefined;
  deviceValue: string | undefined;
}

/** Makes a secret for the app. It is asked for at sign-in once a code of it was typed. */
export async function startSecondFactor(
  context: RequestContext,
  { password }: OwnPasswordInput,
  caller: Caller,
): Promise<SecondFactorStart> {
  const { deps, personId } = context;
  const { email } = await getAccount(context);
  await checkOwnPassword(context, { email, ...caller }, { password, pointer: "/password" });
  const secret = newTimeCodeSecret();
  const begun = await transact(deps.wholeStore.db, (trx) =>
    beginSecondFactor(trx, {
      personId,
      sealedSecret: deps.secrets.seal(secret, secretPurpose(personId)),
      now: deps.clock.now(),
    }),
  );
  if (!begun) throw operationError("wrong_state", "second-factor-on");
  return { secret, uri: timeCodeUri(secret, email) };
}

/** Turns the second factor on with a code of the app, ends every other session, and answers the recovery codes, once. */
export async function confirmOwnSecondFactor(
  context: RequestContext,
  { code }: CodeInput,
  caller: Caller,
): Promise<RecoveryCodes> {
  const { deps, personId, sessionId } = context;
  const { email } = await getAccount(context);
  const now = deps.clock.now();
  return await attempt(deps, { email, ...caller, secret: "code" }, async () =>
    transact(deps.wholeStore.db, async (trx) => {
      await lockPerson(trx, personId);
      const factor = await selectSecondFactor(trx, personId);
      if (factor === undefined || factor.confirmed_at !== null)
        throw operationError("wrong_state", "second-factor-not-begun");
      const secret = deps.secrets.open(factor.sealed_secret, secretPurpose(personId));
      const step = stepOfCode(secret, code.replaceAll(/\s/g, ""), now);
      if (step === undefined) throw operationError("invalid_request", "authenticator-code", { pointer: "/code" });
      if (!(await confirmSecondFactor(trx, { personId, sealedSecret: factor.sealed_secret, step, now })))
        throw operationError("wrong_state", "second-factor-not-begun");
      await journalsItself(trx);
      await deleteSessions(trx, personId, sessionId === null ? "all" : { except: sessionId });
      await journalled(context, trx, "account.second-factor-on");
      return await newRecoveryCodes(trx, personId);
    }),
  );
}

/** Makes new recovery codes in place of the earlier ones. */
export async function renewRecoveryCodes(
  context: RequestContext,
  { password, code }: PasswordAndCodeInput,
  caller: Caller,
): Promise<RecoveryCodes> {
  const { email } = await getAccount(context);
  await checkOwnPassword(context, { email, ...caller }, { password, pointer: "/password" });
  return await withOwnCode(context, { email, ...caller }, code, async (trx) => {
    await journalled(context, trx, "account.recovery-codes");
    return await newRecoveryCodes(trx, context.personId);
  });
}

/** Turns the second factor off: the password is enough from then on. */
export async function turnOffSecondFactor(
  context: RequestContext,
  { password, code }: PasswordAndCodeInput,
  caller: Caller,
): Promise<void> {
  const { email } = await getAccount(context);
  await checkOwnPassword(context, { email, ...caller }, { password, pointer: "/password" });
  await withOwnCode(context, { email, ...caller }, code, async (trx) => {
    await deleteSecondFactor(trx, context.personId);
    await journalled(context, trx, "account.second-factor-off");
  });
}

/** Seals every secret that can be opened under the key of now, so that the previous one can be forgotten. */
export async function resealSecondFactors({
  wholeStore,
  secrets,
  log,
}: Pick<Deps, "wholeStore" | "secrets" | "log">): Promise<void> {
  await transact(wholeStore.db, async (trx) => {
    for (const { person_id: personId, sealed_secret: sealed } of await selectSealedSecrets(trx)) {
      const purpose = secretPurpose(personId);
      let secret: string;
      try {
        secret = secrets.open(sealed, purpose);
      } catch (err) {
        log.error({ err, personId }, "a second factor is sealed under neither key; a reset link turns it off");
        continue;
      }
      await writeSealedSecret(trx, personId, secrets.seal(secret, purpose));
    }
  });
}

async function newRecoveryCodes(trx: Transaction, personId: string): Promise<RecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBase32(RECOVERY_CODE_LETTERS));
  await replaceRecoveryCodes(
    trx,
    personId,
    codes.map((code) => recoveryCodeHash(personId, code)),
  );
  return { recoveryCodes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) };
}

async function journalled(
  context: RequestContext,
  trx: Transaction,
  code: "account.second-factor-on" | "account.second-factor-off" | "account.recovery-codes",
): Promise<void> {
  const { actor, personId } = context;
  await journal(context, trx, {
    connectionId: null,
    subject: personId,
    message: { code, params: { person: actor.name } },
  });
}
