import type { Deps } from "#/context/deps.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { stepOfCode } from "#/runtime/time-code.ts";
import { selectSecondFactor, takeRecoveryCode, takeStep } from "#/store/tables/account/second-factors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** What a secret is sealed for: its row, so that it opens in no other. */
export function secretPurpose(personId: string): string {
  return `second factor ${personId}`;
}

/** Under what a recovery code is kept; it belongs to one person. */
export function recoveryCodeHash(personId: string, code: string): string {
  return hashSecret(`${personId} ${code}`);
}

/** Takes a code of the app or a recovery code, each of which counts once; undefined if it is wrong or was taken before. */
export async function takeCode(
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  trx: Transaction,
  personId: string,
  typed: string,
): Promise<"app" | "recovery" | undefined> {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  const now = clock.now();
  const factor = await selectSecondFactor(trx, personId);
  if (factor?.confirmed_at == null) return undefined;
  if (!/^\d{6}$/.test(code))
    return (await takeRecoveryCode(trx, { personId, codeHash: recoveryCodeHash(personId, code), now }))
      ? "recovery"
      : undefined;
  const step = stepOfCode(secrets.open(factor.sealed_secret, secretPurpose(personId)), code, now);
  return step !== undefined && (await takeStep(trx, personId, step)) ? "app" : undefined;
}
