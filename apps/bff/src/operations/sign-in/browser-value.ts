import { type BrowserValue, browserValues } from "#/context/browser-values.ts";
import type { Deps } from "#/context/deps.ts";
import { randomText } from "#/runtime/new-id.ts";

type SealingDeps = Pick<Deps, "secrets" | "clock">;

/** Seals words without spaces, so that the browser that keeps them cannot read, change or make them up. */
export function sealForBrowser({ secrets, clock }: SealingDeps, use: BrowserValue, words: readonly string[]): string {
  return secrets.seal([...words, clock.now().getTime()].join(" "), browserValues[use].sealedFor);
}

/** The words, and when they were sealed; undefined if they were not sealed here for this use, or count no more. */
export function openFromBrowser(
  { secrets, clock }: SealingDeps,
  use: BrowserValue,
  value: string | undefined,
): { words: string[]; since: Date } | undefined {
  if (value === undefined) return undefined;
  let words: string[];
  try {
    words = secrets.open(value, browserValues[use].sealedFor).split(" ");
  } catch {
    return undefined;
  }
  const since = Number(words.pop());
  const counts = clock.now().getTime() - since < browserValues[use].lastsS * 1000;
  return counts ? { words, since: new Date(since) } : undefined;
}

/** The id of the device on which this account was entered before, else null. */
export function knownDevice(
  deps: SealingDeps,
  { value, account }: { value: string | undefined; account: string },
): string | null {
  const [id = null, knownFor] = openFromBrowser(deps, "device", value)?.words ?? [];
  return knownFor === account ? id : null;
}

/** What makes the device known at the next sign-in. */
export function newDevice(deps: SealingDeps, { account, device }: { account: string; device: string | null }): string {
  return sealForBrowser(deps, "device", [device ?? randomText(20), account]);
}
