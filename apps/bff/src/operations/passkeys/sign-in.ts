import type { PasskeyOptions, PasskeyProofInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { attempt } from "#/operations/session/attempt.ts";
import { knownDevice, newDevice } from "#/operations/session/known-device.ts";
import type { SignedIn, SignInCaller } from "#/operations/session/sign-in.ts";
import { OperationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import type { PasskeySite } from "#/context/passkeys.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { markPasskeyUsed, selectPasskeyByCredential } from "#/store/tables/passkeys.ts";
import { isLetIn, lockPerson, selectPerson } from "#/store/tables/people.ts";
import { journalsItself } from "#/store/tables/sign-in-methods.ts";
import { transact } from "#/store/sql/transaction.ts";
import { newPasskeyChallenge, openPasskeyChallenge, takePasskeyChallenge } from "./internal/passkey-challenge.ts";

/** What a browser needs to offer the passkeys that it has here. It tells nothing of accounts. */
export async function beginPasskeySignIn(
  deps: Deps,
  site: PasskeySite,
): Promise<{ options: PasskeyOptions; challengeValue: string }> {
  const { challenge, challengeValue } = newPasskeyChallenge(deps, "sign-in");
  const publicKey = await deps.passkeys.requestOptions({ challenge, site });
  return { options: { publicKey: { ...publicKey } }, challengeValue };
}

/** Signs in with a passkey, which is two factors: the device, and the finger, face or PIN that it asked for. */
export async function signInWithPasskey(
  deps: Deps,
  proof: PasskeyProofInput,
  {
    challengeValue,
    site,
    requestId,
    ...caller
  }: SignInCaller & { challengeValue: string | undefined; site: PasskeySite; requestId: string },
): Promise<SignedIn> {
  const begun = openPasskeyChallenge(deps, challengeValue, "sign-in");
  if (begun === undefined) throw new OperationError("sign_in_failed", "The time for the passkey is over. Begin again.");
  const { challenge, since } = begun;
  const by = { email: `passkey ${caller.address ?? ""}`, address: caller.address, deviceValue: undefined };
  const { passkey, useCount } = await attempt(deps, by, async () => {
    const known = await selectPasskeyByCredential(deps.wholeStore.db, proof.credentialId);
    const count =
      known &&
      (await deps.passkeys.verifyPasskeyProof(proof, {
        challenge,
        site,
        passkey: { credentialId: known.credential_id, publicKey: known.public_key, useCount: Number(known.use_count) },
      }));
    if (known === undefined || count === undefined) throw unknownPasskey();
    return { passkey: known, useCount: count };
  });
  const now = deps.clock.now();
  const cookieValue = await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    if (!(await takePasskeyChallenge(deps, trx, challenge)))
      throw new OperationError("sign_in_failed", "This answer was taken already. Begin again.");
    const person = await lockPerson(trx, passkey.person_id);
    if (person === undefined || !isLetIn(person, since)) throw unknownPasskey();
    if (!(await markPasskeyUsed(trx, { id: passkey.id, useCount, now }))) throw unknownPasskey();
    await appendJournal(trx, {
      connectionId: null,
      at: now,
      actor: { kind: "person", id: person.id, name: person.name },
      action: "session.start",
      subject: person.id,
      message: { code: "session.start-with-passkey", params: { person: person.name, passkey: passkey.name } },
      requestId,
    });
    const { address, userAgent } = caller;
    return await deps.signIn.beginSession(trx, { personId: person.id, address, userAgent });
  });
  if (caller.oldCookieValue !== undefined) await deps.signIn.end(caller.oldCookieValue);
  const person = await selectPerson(deps.wholeStore.db, passkey.person_id);
  if (person === undefined) throw unknownPasskey();
  const account = hashSecret(person.email.toLowerCase());
  const device = knownDevice(deps, { value: caller.deviceValue, account });
  return { session: { person, setUpNeeded: false }, cookieValue, deviceValue: newDevice(deps, { account, device }) };
}

function unknownPasskey(): OperationError {
  return new OperationError(
    "sign_in_failed",
    "No account that may sign in has this passkey. Sign in another way; it may have been removed.",
  );
}
