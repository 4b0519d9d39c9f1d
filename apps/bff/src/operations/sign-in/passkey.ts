import { randomBytes } from "node:crypto";
import type { PasskeyOptions, PasskeyProofInput } from "@dc/contract";
import { browserValues } from "#/context/browser-values.ts";
import type { Deps } from "#/context/deps.ts";
import type { PasskeySite } from "#/context/passkeys.ts";
import { operationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { takeChallenge } from "#/store/tables/account/identities.ts";
import { markPasskeyUsed, selectPasskeyByCredential } from "#/store/tables/account/passkeys.ts";
import { attempt } from "./attempt.ts";
import { openFromBrowser, sealForBrowser } from "./browser-value.ts";
import { enter, type SignedIn, type SignInCaller } from "./enter.ts";

/** What a challenge is for: to sign in, or to add a passkey to a person's account. */
type ChallengePurpose = "sign-in" | { addFor: string };

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
  { challengeValue, site, ...caller }: SignInCaller & { challengeValue: string | undefined; site: PasskeySite },
): Promise<SignedIn> {
  const begun = openPasskeyChallenge(deps, challengeValue, "sign-in");
  if (begun === undefined) throw operationError("sign_in_failed", "passkey-time");
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
    if (known === undefined || count === undefined) throw operationError("sign_in_failed", "unknown-passkey");
    return { passkey: known, useCount: count };
  });
  return await enter(deps, caller, {
    async identify(trx) {
      if (!(await takePasskeyChallenge(deps, trx, challenge)))
        throw operationError("sign_in_failed", "passkey-answer-used");
      return passkey.person_id;
    },
    async admit(trx, { name }) {
      if (!(await markPasskeyUsed(trx, { id: passkey.id, useCount, now: deps.clock.now() })))
        throw operationError("sign_in_failed", "unknown-passkey");
      return { code: "session.start-with-passkey", params: { person: name, passkey: passkey.name } };
    },
    since,
    refusal: operationError("sign_in_failed", "unknown-passkey"),
  });
}

/** A challenge, and what the browser keeps of it until the answer. */
export function newPasskeyChallenge(
  deps: Deps,
  purpose: ChallengePurpose,
): { challenge: string; challengeValue: string } {
  const challenge = randomBytes(32).toString("base64url");
  return { challenge, challengeValue: sealForBrowser(deps, "passkey", [challenge, wordOf(purpose)]) };
}

/** The challenge and when it was made, if that was for this and in the last five minutes. */
export function openPasskeyChallenge(
  deps: Deps,
  value: string | undefined,
  purpose: ChallengePurpose,
): { challenge: string; since: Date } | undefined {
  const kept = openFromBrowser(deps, "passkey", value);
  if (kept === undefined) return undefined;
  const [challenge = "", madeFor] = kept.words;
  return madeFor === wordOf(purpose) ? { challenge, since: kept.since } : undefined;
}

/** False if the challenge was answered before. */
export async function takePasskeyChallenge({ clock }: Deps, trx: Transaction, challenge: string): Promise<boolean> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + browserValues.passkey.lastsS * 1000);
  return await takeChallenge(trx, { hash: hashSecret(challenge), now, endsAt });
}

function wordOf(purpose: ChallengePurpose): string {
  return purpose === "sign-in" ? purpose : `add:${purpose.addFor}`;
}
