import type { Account, NewPasskeyInput, PasskeyOptions, PasskeyStartInput, RenamePasskeyInput } from "@dc/contract";
import type { JournalMessage } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import type { PasskeySite } from "#/context/passkeys.ts";
import { type AccountCaller, checkOwnPassword } from "./check-own.ts";
import { getAccount } from "./password.ts";
import { operationError } from "#/runtime/errors.ts";
import { journal } from "#/context/journal.ts";
import { deletePasskey, insertPasskey, renamePasskey, selectPasskeys } from "#/store/tables/account/passkeys.ts";
import { selectSessions } from "#/store/tables/account/sign-in-methods.ts";
import { lockPerson } from "#/store/tables/people/people.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { newPasskeyChallenge, openPasskeyChallenge, takePasskeyChallenge } from "#/operations/sign-in/passkey.ts";

const MOST = 20;
/** How long after signing in somebody without a password may add a passkey. */
const FRESH_MS = 10 * 60 * 1000;

/** Begins to add a passkey of one's own: after the password, or by who has none soon after signing in. */
export async function beginPasskey(
  context: RequestContext,
  { password }: PasskeyStartInput,
  { site, ...caller }: Omit<AccountCaller, "email"> & { site: PasskeySite },
): Promise<{ options: PasskeyOptions; challengeValue: string }> {
  const { deps, personId } = context;
  const { email, name, password: ownPassword } = await getAccount(context);
  if (ownPassword === null) await refuseOldSession(context);
  else await checkOwnPassword(context, { email, ...caller }, { password: password ?? "", pointer: "/password" });
  const known = await selectPasskeys(deps.wholeStore.db, personId);
  if (known.length >= MOST) throw full();
  const { challenge, challengeValue } = newPasskeyChallenge(deps, { addFor: personId });
  const publicKey = await deps.passkeys.creationOptions({
    challenge,
    site,
    person: { id: personId, name, email },
    known: known.map((passkey) => ({ credentialId: passkey.credential_id, transports: passkey.transports })),
  });
  return { options: { publicKey: { ...publicKey } }, challengeValue };
}

/** Adds the passkey that the browser made for the challenge. */
export async function addPasskey(
  context: RequestContext,
  { name, ...made }: NewPasskeyInput,
  { challengeValue, site }: { challengeValue: string | undefined; site: PasskeySite },
): Promise<Account> {
  const { deps, personId, sessionId } = context;
  const challenge = openPasskeyChallenge(deps, challengeValue, { addFor: personId })?.challenge;
  if (challenge === undefined) throw operationError("wrong_state", "passkey-time-over");
  const passkey = await deps.passkeys.verifyNewPasskey(made, { challenge, site });
  if (passkey === undefined) throw operationError("invalid_request", "passkey", { pointer: "/attestation" });
  await transact(deps.wholeStore.db, async (trx) => {
    // Whoever is reset or disabled meanwhile would keep a way in.
    await lockPerson(trx, personId);
    const sessions = await selectSessions(trx, personId, deps.clock.now());
    if (!sessions.some(({ id }) => id === sessionId)) throw operationError("not_signed_in", "sign-in");
    if ((await selectPasskeys(trx, personId)).length >= MOST) throw full();
    const isFirst = await takePasskeyChallenge(deps, trx, challenge);
    const isNew =
      isFirst &&
      (await insertPasskey(trx, {
        id: deps.newId("pky"),
        person_id: personId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        use_count: passkey.useCount,
        transports: made.transports,
        name,
        created_at: deps.clock.now(),
      }));
    if (!isNew) throw operationError("already_exists", "passkey");
    await journalled(context, trx, (person) => ({
      code: "account.add-passkey",
      params: { person, passkey: name },
    }));
  });
  return await getAccount(context);
}

const full = () => operationError("wrong_state", "passkey-limit", { most: MOST });

/** Gives one's own passkey another name. */
export async function renameOwnPasskey(
  context: RequestContext,
  id: string,
  { name }: RenamePasskeyInput,
): Promise<Account> {
  await transact(context.deps.wholeStore.db, async (trx) => {
    const before = await renamePasskey(trx, { id, personId: context.personId, name });
    if (before === undefined) throw operationError("not_found", "passkey");
    if (before !== name)
      await journalled(context, trx, (person) => ({
        code: "account.rename-passkey",
        params: { person, before, passkey: name },
      }));
  });
  return await getAccount(context);
}

/** Removes one's own passkey, which lets nobody in any more. Sessions that it began go on. */
export async function removePasskey(context: RequestContext, id: string): Promise<void> {
  await transact(context.deps.wholeStore.db, async (trx) => {
    const name = await deletePasskey(trx, { id, personId: context.personId });
    if (name === undefined) throw operationError("not_found", "passkey");
    await journalled(context, trx, (person) => ({
      code: "account.remove-passkey",
      params: { person, passkey: name },
    }));
  });
}

async function refuseOldSession({ deps, personId, sessionId }: RequestContext): Promise<void> {
  const now = deps.clock.now();
  const session = (await selectSessions(deps.wholeStore.db, personId, now)).find(({ id }) => id === sessionId);
  if (session !== undefined && now.getTime() - session.createdAt.getTime() < FRESH_MS) return;
  throw operationError("wrong_state", "passkey-sign-in-too-old");
}

async function journalled(
  context: RequestContext,
  trx: Transaction,
  messageOf: (person: string) => JournalMessage,
): Promise<void> {
  const { actor, personId } = context;
  const message = messageOf(actor.name);
  await journal(context, trx, {
    connectionId: null,
    subject: personId,
    message,
  });
}
