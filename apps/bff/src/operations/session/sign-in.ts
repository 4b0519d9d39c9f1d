import type { Session, SignInInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { knownDevice, newDevice } from "./known-device.ts";
import { ATTEMPTS_COUNT_FOR_MS, signInWait } from "./sign-in-limits.ts";
import { OperationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { forgetAttempts, recordAttempt } from "#/store/tables/sign-in-attempts.ts";

export interface SignInCall {
  input: SignInInput;
  /** The caller's old session, ended on success to prevent session fixation. */
  oldCookieValue: string | undefined;
  /** What an earlier sign-in left in the browser, so that the device is known again. */
  deviceValue: string | undefined;
  address: string | undefined;
  userAgent: string | undefined;
}

/** Signs in, or answers how long to wait after too many attempts (`signInWait`). */
export async function signIn(
  deps: Deps,
  { input, oldCookieValue, deviceValue, address, userAgent }: SignInCall,
): Promise<{ session: Session; cookieValue: string; deviceValue: string }> {
  const account = hashSecret(input.email.toLowerCase());
  const device = knownDevice(deps, { value: deviceValue, account });
  const now = deps.clock.now();
  const caller = { account, address: hashSecret(addressBlock(address)), device, at: now };
  const waitMs = await recordAttempt(
    deps.store.db,
    { id: deps.newId("try"), ...caller },
    {
      since: new Date(now.getTime() - ATTEMPTS_COUNT_FOR_MS),
      waitMs: (recent) => signInWait(recent, caller),
    },
  );
  if (waitMs > 0) {
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw new OperationError("too_many_attempts", `Too many attempts. Try again in ${durationOf(retryAfterSeconds)}.`, {
      retryAfterSeconds,
    });
  }
  const { person, cookieValue } = await deps.signIn.signIn({ ...input, address, userAgent });
  await forgetAttempts(deps.store.db, caller);
  if (oldCookieValue !== undefined) await deps.signIn.end(oldCookieValue);
  return { session: { person, setUpNeeded: false }, cookieValue, deviceValue: newDevice(deps, { account, device }) };
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
