import type { Deps } from "#/context/deps.ts";
import { randomText } from "#/runtime/new-id.ts";

const PURPOSE = "known device";
const KNOWN_FOR_MS = 180 * 24 * 60 * 60 * 1000;

/** The id of the device on which this account was entered in the last 180 days, else null. It lets nobody in by itself. */
export function knownDevice(
  { secrets, clock }: Deps,
  { value, account }: { value: string | undefined; account: string },
): string | null {
  if (value === undefined) return null;
  try {
    const [id = "", of, since] = secrets.open(value, PURPOSE).split(" ");
    return of === account && clock.now().getTime() - Number(since) < KNOWN_FOR_MS ? id : null;
  } catch {
    return null;
  }
}

/** What the browser keeps: sealed, so that nobody can make one up or read the account from it. */
export function newDevice(
  { secrets, clock }: Deps,
  { account, device }: { account: string; device: string | null },
): string {
  return secrets.seal(`${device ?? randomText(20)} ${account} ${clock.now().getTime()}`, PURPOSE);
}
