import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { forgetAttempts, recordAttempt } from "#/store/tables/account/sign-in-attempts.ts";
import { selectSessionAddresses } from "#/store/tables/account/sign-in-methods.ts";
import { knownDevice } from "./browser-value.ts";
import { ATTEMPTS_COUNT_FOR_MS, signInWait } from "./sign-in-limits.ts";

/** Who tries to enter an account, and from where. */
export interface AttemptCaller {
  email: string;
  address: string | undefined;
  /** What an earlier sign-in left in the browser, so that the device is known again. */
  deviceValue: string | undefined;
  /** What is checked. Codes are short, so that attempts at one account's are counted together wherever they come from. */
  secret?: "password" | "code";
}

/** Runs a check of somebody's secret, or answers how long to wait after too many that failed (`signInWait`). */
export async function attempt<T>(
  deps: Deps,
  { email, address, deviceValue, secret = "password" }: AttemptCaller,
  check: () => Promise<T>,
): Promise<T> {
  const account = hashSecret(email.toLowerCase());
  const device = knownDevice(deps, { value: deviceValue, account });
  const now = deps.clock.now();
  const isKnownAddress = await isSignedInFrom(deps, { email, address });
  const ofCodes = hashSecret(`code ${account}`);
  const counted =
    secret === "code"
      ? { account: ofCodes, address: ofCodes }
      : { account, address: hashSecret(addressBlock(address)) };
  const caller = { ...counted, device, at: now };
  const waitMs = await recordAttempt(
    deps.wholeStore.db,
    { id: deps.newId("try"), ...caller },
    {
      since: new Date(now.getTime() - ATTEMPTS_COUNT_FOR_MS),
      waitMs: (recent) => signInWait(recent, caller, { isKnownAddress }),
    },
  );
  if (waitMs > 0) {
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw operationError("too_many_attempts", "wait", { wait: durationOf(retryAfterSeconds), retryAfterSeconds });
  }
  const result = await check();
  await forgetAttempts(deps.wholeStore.db, caller);
  return result;
}

async function isSignedInFrom(
  { wholeStore, clock }: Deps,
  { email, address }: Pick<AttemptCaller, "email" | "address">,
): Promise<boolean> {
  if (address === undefined) return false;
  const from = await selectSessionAddresses(wholeStore.db, email, clock.now());
  return from.some((known) => addressBlock(known) === addressBlock(address));
}

/** Who has one IPv6 address has the whole block of 2^64. */
function addressBlock(address: string | undefined): string {
  if (address === undefined || !address.includes(":") || !URL.canParse(`http://[${address}]`)) return address ?? "";
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter((group) => group !== "").length;
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...(tail ?? "").split(":")].slice(0, 4).join(":");
}

function durationOf(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
