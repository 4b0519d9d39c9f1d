import type { Session, SignInInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { countAttempt, forgetAttempts } from "#/store/tables/people.ts";

const LIMIT = { attempts: 10, withinMs: 15 * 60 * 1000 };

export interface SignInCall {
  input: SignInInput;
  /** The caller's old session, ended on success to prevent session fixation. */
  oldCookieValue: string | undefined;
  address: string | undefined;
  userAgent: string | undefined;
}

/** Signs in. After ten attempts on one account within fifteen minutes it answers how long to wait, for every caller. */
export async function signIn(
  deps: Deps,
  { input, oldCookieValue, address, userAgent }: SignInCall,
): Promise<{ session: Session; cookieValue: string }> {
  const account = hashSecret(input.email.toLowerCase());
  const { waitMs } = await countAttempt(deps.store.db, {
    id: deps.newId("try"),
    account,
    now: deps.clock.now(),
    limit: LIMIT,
  });
  if (waitMs > 0) {
    throw new OperationError("too_many_attempts", "Too many attempts on this account. Wait a while, then try again.", {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
  const { person, cookieValue } = await deps.signIn.signIn({ ...input, address, userAgent });
  await forgetAttempts(deps.store.db, account);
  if (oldCookieValue !== undefined) await deps.signIn.end(oldCookieValue);
  return { session: { person, setUpNeeded: false }, cookieValue };
}
