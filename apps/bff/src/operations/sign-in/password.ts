import type { CodeInput, SignInInput } from "@dc/contract";
import { browserValues } from "#/context/browser-values.ts";
import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { hashPassword, verifyPassword } from "#/runtime/password-hash.ts";
import { randomText } from "#/runtime/new-id.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { takeChallenge } from "#/store/tables/account/identities.ts";
import { countRecoveryCodes, selectSecondFactor } from "#/store/tables/account/second-factors.ts";
import { selectPasswordHash } from "#/store/tables/account/sign-in-methods.ts";
import { journal } from "#/context/journal.ts";
import { type PersonRow, selectPerson, selectPersonByEmail } from "#/store/tables/people/people.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { attempt } from "./attempt.ts";
import { openFromBrowser, sealForBrowser } from "./browser-value.ts";
import { enter, type SignedIn, type SignInCaller } from "./enter.ts";
import { takeCode } from "./take-code.ts";

/** Signs in, or begins the second step of who has a second factor, or answers how long to wait after too many attempts. */
export async function signIn(
  deps: Deps,
  { email, password }: SignInInput,
  caller: SignInCaller,
): Promise<SignedIn | { secondStepValue: string }> {
  const since = deps.clock.now();
  return await attempt(deps, { email, ...caller }, async () => {
    const { person, mark } = await checkPassword(deps, { email, password });
    if (await hasSecondFactor(deps.wholeStore.db, person.id))
      return { secondStepValue: sealForBrowser(deps, "secondStep", [person.id, mark, randomText(20)]) };
    return await enterAs(deps, { person, mark, since }, caller, async (trx) => {
      if (await hasSecondFactor(trx, person.id)) throw operationError("sign_in_failed", "password");
    });
  });
}

/** The second step: a code of the app or a recovery code, after the password. */
export async function signInWithCode(
  deps: Deps,
  { code }: CodeInput,
  { secondStepValue, ...caller }: SignInCaller & { secondStepValue: string | undefined },
): Promise<SignedIn> {
  const begun = await openSecondStep(deps, secondStepValue);
  const isOver = operationError("wrong_state", "code-time-over");
  if (begun === undefined) throw isOver;
  const { person } = begun;
  return await attempt(deps, { email: person.email, ...caller, secret: "code" }, async () =>
    enterAs(deps, begun, caller, async (trx) => {
      const now = deps.clock.now();
      const endsAt = new Date(now.getTime() + browserValues.secondStep.lastsS * 1000);
      if (!(await takeChallenge(trx, { hash: hashSecret(begun.step), now, endsAt }))) throw isOver;
      const taken = await takeCode(deps, trx, person.id, code);
      if (taken === undefined) throw operationError("sign_in_failed", "second-factor-code", { pointer: "/code" });
      if (taken === "app") return;
      const actor = { kind: "person", id: person.id, name: person.name } as const;
      await journal({ deps, actor, requestId: caller.requestId }, trx, {
        connectionId: null,
        subject: person.id,
        message: {
          code: "account.recovery-code",
          params: { person: person.name, left: await countRecoveryCodes(trx, person.id) },
        },
      });
    }),
  );
}

/** Somebody whose password was right at that time. */
interface Checked {
  person: PersonRow;
  mark: string;
  since: Date;
}

async function enterAs(
  deps: Deps,
  { person: { id }, mark, since }: Checked,
  caller: SignInCaller,
  proof: (trx: Transaction) => Promise<void>,
): Promise<SignedIn> {
  return await enter(deps, caller, {
    identify: () => Promise.resolve(id),
    async admit(trx, { name }) {
      // Checking takes a while, in which the password may have been changed.
      if (mark !== markOf(await selectPasswordHash(trx, id))) throw operationError("sign_in_failed", "password");
      await proof(trx);
      return { code: "session.start", params: { person: name } };
    },
    since,
    refusal: operationError("sign_in_failed", "password"),
  });
}

async function hasSecondFactor(db: Database | Transaction, personId: string): Promise<boolean> {
  return (await selectSecondFactor(db, personId))?.confirmed_at != null;
}

/** Whose address and password these are. */
async function checkPassword(
  { wholeStore: { db } }: Deps,
  { email, password }: SignInInput,
): Promise<Omit<Checked, "since">> {
  const person = await selectPersonByEmail(db, email);
  const hash = person === undefined ? null : await selectPasswordHash(db, person.id);
  // Where there is nobody, or nobody who may enter, it takes as long as a wrong password.
  if (hash === null) await hashPassword(password);
  if (person === undefined || hash === null || !(await verifyPassword(hash, password)))
    throw operationError("sign_in_failed", "password");
  return { person, mark: markOf(hash) };
}

/** Whose password was right in the last five minutes, and is still the same, and when. The step begins one session. */
async function openSecondStep(
  deps: Deps,
  value: string | undefined,
): Promise<(Checked & { step: string }) | undefined> {
  const kept = openFromBrowser(deps, "secondStep", value);
  if (kept === undefined) return undefined;
  const { db } = deps.wholeStore;
  const [personId = "", mark = "", step] = kept.words;
  if (step === undefined || mark !== markOf(await selectPasswordHash(db, personId))) return undefined;
  const person = await selectPerson(db, personId);
  return person && { person, mark, step, since: kept.since };
}

const markOf = (hash: string | null): string => hashSecret(hash ?? "").slice(0, 32);
