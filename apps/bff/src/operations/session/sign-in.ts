import type { CodeInput, Session, SignInInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { takeCode } from "#/operations/account/internal/take-code.ts";
import { OperationError } from "#/runtime/errors.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { isLetIn, lockPerson, type PersonRow, selectPerson } from "#/store/tables/people.ts";
import { countRecoveryCodes, selectSecondFactor } from "#/store/tables/second-factors.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { attempt } from "./attempt.ts";
import { newDevice } from "./known-device.ts";
import { beginSecondStep, personOfSecondStep } from "./second-step.ts";

/** The browser that signs in. */
export interface SignInCaller {
  /** The caller's old session, ended on success to prevent session fixation. */
  oldCookieValue: string | undefined;
  /** What an earlier sign-in left in the browser, so that the device is known again. */
  deviceValue: string | undefined;
  address: string | undefined;
  userAgent: string | undefined;
}

export interface SignedIn {
  session: Session;
  /** The value of the session cookie; it must not appear anywhere else. */
  cookieValue: string;
  deviceValue: string;
}

/** Signs in, or begins the second step of who has a second factor, or answers how long to wait after too many attempts. */
export async function signIn(
  deps: Deps,
  { email, password }: SignInInput,
  caller: SignInCaller,
): Promise<SignedIn | { secondStepValue: string }> {
  return await attempt(deps, { email, ...caller }, async (known) => {
    const person = await deps.signIn.checkPassword({ email, password });
    const factor = await selectSecondFactor(deps.wholeStore.db, person.id);
    if (factor?.confirmed_at != null) return { secondStepValue: await beginSecondStep(deps, person.id) };
    return await enter(deps, person, { ...known, ...caller, since: deps.clock.now() });
  });
}

/** The second step: a code of the app or a recovery code, after the password. */
export async function signInWithCode(
  deps: Deps,
  { code }: CodeInput,
  { secondStepValue, requestId, ...caller }: SignInCaller & { secondStepValue: string | undefined; requestId: string },
): Promise<SignedIn> {
  const begun = await personOfSecondStep(deps, secondStepValue);
  const person = begun && (await selectPerson(deps.wholeStore.db, begun.personId));
  if (begun === undefined || person === undefined)
    throw new OperationError("wrong_state", "The time for the code is over. Sign in with the password again.");
  return await attempt(deps, { email: person.email, ...caller, secret: "code" }, async (known) =>
    enter(deps, person, { ...known, ...caller, since: begun.since }, async (trx) => {
      const taken = await takeCode(deps, trx, person.id, code);
      if (taken === undefined)
        throw new OperationError("sign_in_failed", "The code is wrong, or was used before.", {
          errors: [{ pointer: "/code", detail: "must be a code that the app shows now, or an unused recovery code" }],
        });
      if (taken === "app") return;
      await appendJournal(trx, {
        connectionId: null,
        at: deps.clock.now(),
        actor: { kind: "person", id: person.id, name: person.name },
        action: "account.recovery-code",
        subject: person.id,
        message: {
          code: "account.recovery-code",
          params: { person: person.name, left: await countRecoveryCodes(trx, person.id) },
        },
        requestId,
      });
    }),
  );
}

async function enter(
  deps: Deps,
  person: PersonRow,
  {
    account,
    device,
    since,
    oldCookieValue,
    address,
    userAgent,
  }: Omit<SignInCaller, "deviceValue"> & { account: string; device: string | null; since: Date },
  proof?: (trx: Transaction) => Promise<void>,
): Promise<SignedIn> {
  const cookieValue = await transact(deps.wholeStore.db, async (trx) => {
    const locked = await lockPerson(trx, person.id);
    if (locked === undefined || !isLetIn(locked, since))
      throw new OperationError("sign_in_failed", "The e-mail address or the password is wrong.");
    await proof?.(trx);
    return await deps.signIn.beginSession(trx, { personId: person.id, address, userAgent });
  });
  if (oldCookieValue !== undefined) await deps.signIn.end(oldCookieValue);
  return { session: { person, setUpNeeded: false }, cookieValue, deviceValue: newDevice(deps, { account, device }) };
}
