import { randomBytes } from "node:crypto";
import type { Deps } from "#/context/deps.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { takeChallenge } from "#/store/tables/identities.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

const SEALED_FOR = "passkey";
const LASTS_MS = 5 * 60 * 1000;

type ChallengeDeps = Pick<Deps, "secrets" | "clock">;

/** A challenge, and what the browser keeps of it, sealed, until the answer: for whom it is, or that it is to sign in. */
export function newPasskeyChallenge(
  { secrets, clock }: ChallengeDeps,
  purpose: { addFor: string } | "sign-in",
): { challenge: string; challengeValue: string } {
  const challenge = randomBytes(32).toString("base64url");
  const about = purpose === "sign-in" ? purpose : `add ${purpose.addFor}`;
  return { challenge, challengeValue: secrets.seal(`${challenge} ${clock.now().getTime()} ${about}`, SEALED_FOR) };
}

/** The challenge, if it was made for this in the last five minutes. */
export function openPasskeyChallenge(
  { secrets, clock }: ChallengeDeps,
  value: string | undefined,
  purpose: { addFor: string } | "sign-in",
): { challenge: string; since: Date } | undefined {
  if (value === undefined) return undefined;
  let text: string;
  try {
    text = secrets.open(value, SEALED_FOR);
  } catch {
    return undefined;
  }
  const [challenge = "", since, ...about] = text.split(" ");
  const wanted = purpose === "sign-in" ? purpose : `add ${purpose.addFor}`;
  const isLate = clock.now().getTime() - Number(since) >= LASTS_MS;
  return isLate || about.join(" ") !== wanted ? undefined : { challenge, since: new Date(Number(since)) };
}

/** False if the challenge was answered before. */
export async function takePasskeyChallenge(
  { clock }: Pick<Deps, "clock">,
  trx: Transaction,
  challenge: string,
): Promise<boolean> {
  const now = clock.now();
  return await takeChallenge(trx, {
    hash: hashSecret(challenge),
    now,
    endsAt: new Date(now.getTime() + LASTS_MS),
  });
}
