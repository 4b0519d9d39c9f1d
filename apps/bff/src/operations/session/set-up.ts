import type { SetUpInput } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { randomText } from "#/runtime/new-id.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { hasAdministrator } from "#/store/tables/people.ts";
import { takeSetting, writeSetting } from "#/store/tables/settings.ts";

const TOKEN_KEY = "setUpTokenHash";

/** Creates a new set-up token, which invalidates all earlier ones; null once there is an administrator. */
export async function renewSetUpToken({ store }: Deps): Promise<string | null> {
  if (await hasAdministrator(store.db)) return null;
  const token = randomText(40);
  await writeSetting(store.db, TOKEN_KEY, hashSecret(token));
  return token;
}

/** Creates the first administrator. The token is taken first, so that only one of two concurrent callers succeeds. */
export async function setUp({ store, signIn }: Deps, { setUpToken, name, email, password }: SetUpInput): Promise<void> {
  if (await hasAdministrator(store.db))
    throw new OperationError("set_up_done", "An administrator already exists. Sign in.");
  const hash = hashSecret(setUpToken);
  if (!(await takeSetting(store.db, TOKEN_KEY, hash))) {
    throw new OperationError(
      "forbidden",
      "This set-up link is not valid. The newest one is printed when the console starts.",
    );
  }
  try {
    await signIn.createAdministrator({ name, email, password });
  } catch (error) {
    await writeSetting(store.db, TOKEN_KEY, hash);
    throw error;
  }
}
