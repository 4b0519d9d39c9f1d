import type { Deps } from "#/context/deps.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { selectPasswordHash } from "#/store/tables/sign-in-methods.ts";

const PURPOSE = "second step";
const LASTS_MS = 5 * 60 * 1000;

type StepDeps = Pick<Deps, "secrets" | "clock" | "wholeStore">;

/** What the browser keeps between the password and the code: who it is, sealed. It opens nothing without a code. */
export async function beginSecondStep({ secrets, clock, wholeStore }: StepDeps, personId: string): Promise<string> {
  const password = await passwordMark(wholeStore, personId);
  return secrets.seal(`${personId} ${clock.now().getTime()} ${password}`, PURPOSE);
}

/** Whose password was right in the last five minutes, and is still the same. */
export async function personOfSecondStep(
  { secrets, clock, wholeStore }: StepDeps,
  value: string | undefined,
): Promise<{ personId: string; since: Date } | undefined> {
  if (value === undefined) return undefined;
  let text: string;
  try {
    text = secrets.open(value, PURPOSE);
  } catch {
    return undefined;
  }
  const [personId = "", since, password] = text.split(" ");
  const begun = { personId, since: new Date(Number(since)) };
  const isLate = clock.now().getTime() - begun.since.getTime() >= LASTS_MS;
  return !isLate && password === (await passwordMark(wholeStore, personId)) ? begun : undefined;
}

async function passwordMark({ db }: Deps["wholeStore"], personId: string): Promise<string> {
  return hashSecret((await selectPasswordHash(db, personId)) ?? "").slice(0, 32);
}
