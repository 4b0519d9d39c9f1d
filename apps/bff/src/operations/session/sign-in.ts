import type { Session, SignInInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { attempt } from "./attempt.ts";
import { newDevice } from "./known-device.ts";

export interface SignInCall {
  input: SignInInput;
  /** The caller's old session, ended on success to prevent session fixation. */
  oldCookieValue: string | undefined;
  /** What an earlier sign-in left in the browser, so that the device is known again. */
  deviceValue: string | undefined;
  address: string | undefined;
  userAgent: string | undefined;
}

/** Signs in, or answers how long to wait after too many attempts. */
export async function signIn(
  deps: Deps,
  { input, oldCookieValue, deviceValue, address, userAgent }: SignInCall,
): Promise<{ session: Session; cookieValue: string; deviceValue: string }> {
  return await attempt(deps, { email: input.email, address, deviceValue }, async ({ account, device }) => {
    const { person, cookieValue } = await deps.signIn.signIn({ ...input, address, userAgent });
    if (oldCookieValue !== undefined) await deps.signIn.end(oldCookieValue);
    return { session: { person, setUpNeeded: false }, cookieValue, deviceValue: newDevice(deps, { account, device }) };
  });
}
