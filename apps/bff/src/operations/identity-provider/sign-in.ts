import { type AuthorizationAnswerInput, Email, PersonName } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { attempt } from "#/operations/session/attempt.ts";
import { knownDevice, newDevice } from "#/operations/session/known-device.ts";
import type { SignedIn, SignInCaller } from "#/operations/session/sign-in.ts";
import { OperationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import type { Identity, IdentityProvider } from "#/context/identity-provider.ts";
import { lapseApprovalsOf } from "#/ledger/return-to-review.ts";
import { linkIdentity, markIdentityUsed, selectPersonIdOfIdentity, takeChallenge } from "#/store/tables/identities.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import {
  insertPerson,
  isLetIn,
  lockAdministrators,
  lockPerson,
  selectPerson,
  selectRoles,
} from "#/store/tables/people.ts";
import { journalsItself, selectPersonLink, takePersonLink } from "#/store/tables/sign-in-methods.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { configuredProvider } from "./configured-provider.ts";
import {
  AUTHORIZATION_LASTS_MS,
  type AuthorizationPurpose,
  openPendingAuthorization,
} from "./internal/pending-authorization.ts";
import { givableRoles, rolesOfGroups, takeRolesFromGroups } from "./internal/roles-from-groups.ts";

interface ProviderCaller extends SignInCaller {
  /** What the browser kept while its person was at the provider. */
  pendingValue: string | undefined;
  requestId: string;
}

/**
 * Takes the answer of the provider, and signs in whoever is linked to the identity by its issuer and subject. An address is
 * never compared, so that nobody enters an account by having its address at a provider.
 */
export async function signInWithProvider(
  deps: Deps,
  answer: AuthorizationAnswerInput,
  caller: ProviderCaller,
): Promise<SignedIn> {
  const provider = configuredProvider(deps);
  const pending = openPendingAuthorization(deps, caller.pendingValue);
  if (pending === undefined || pending.secrets.state !== answer.state)
    throw new OperationError(
      "sign_in_failed",
      `This browser did not ask ${provider.settings.label} for this, or more than ten minutes ago. Sign in again.`,
    );
  const { purpose, secrets, since } = pending;
  // Each answer costs calls to the provider, and those that are not valid count for where they came from.
  const by = { email: `identity provider ${caller.address ?? ""}`, address: caller.address, deviceValue: undefined };
  const knownAs = await attempt(deps, by, async () => {
    await takeState(deps, answer.state);
    return await provider.identify(answer, secrets);
  });
  return await enter(deps, { provider, knownAs, purpose, since }, caller);
}

/** Before the answer is looked at, so that one that is wrong uses up the state too. */
async function takeState(deps: Deps, state: string): Promise<void> {
  const now = deps.clock.now();
  const endsAt = new Date(now.getTime() + AUTHORIZATION_LASTS_MS);
  const isFirst = await transact(
    deps.wholeStore.db,
    async (trx) => await takeChallenge(trx, { hash: hashSecret(state), now, endsAt }),
  );
  if (!isFirst) throw new OperationError("sign_in_failed", "This answer was taken already. Sign in again.");
}

interface Identified {
  provider: IdentityProvider;
  /** Who the provider says it is. */
  knownAs: Identity;
  purpose: AuthorizationPurpose;
  /** When the browser was sent there. */
  since: Date;
}

async function enter(deps: Deps, identified: Identified, caller: ProviderCaller): Promise<SignedIn> {
  const { provider, knownAs, purpose, since } = identified;
  const { oldCookieValue, deviceValue, address, userAgent, requestId } = caller;
  const ownerId = purpose.kind === "link" ? await personOfSession(deps, oldCookieValue, purpose.personId) : undefined;
  const now = deps.clock.now();
  const { personId, cookieValue } = await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    const id = ownerId ?? (await personToEnter(deps, trx, identified));
    const led = (await selectRoles(trx, id)).filter(({ role }) => role === "admin");
    await lockAdministrators(
      trx,
      led.map(({ connectionId }) => connectionId),
    );
    const person = await lockPerson(trx, id);
    if (person === undefined || !isLetIn(person, since)) throw notLinked(provider);
    const actor = { kind: "person", id, name: person.name } as const;
    const told = { connectionId: null, at: now, actor, subject: id, requestId };
    const params = { person: person.name, provider: provider.settings.label };
    if (purpose.kind !== "sign-in") {
      if (!(await linkIdentity(trx, knownAs, { id: deps.newId("cred"), personId: id, now })))
        throw new OperationError(
          "already_exists",
          `You are known at ${provider.settings.label} as somebody who has another account here. Sign in to that one.`,
        );
      const code = purpose.kind === "join" ? "person.join-with-provider" : "account.link-provider";
      await appendJournal(trx, {
        ...told,
        action: purpose.kind === "join" ? "person.join" : "account.link-provider",
        message: { code, params },
      });
    }
    await markIdentityUsed(trx, knownAs, now);
    await takeRolesFromGroups(deps, trx, { provider, person, groups: knownAs.groups, requestId });
    await appendJournal(trx, {
      ...told,
      action: "session.start",
      message: { code: "session.start-with-provider", params },
    });
    const begun = await deps.signIn.beginSession(trx, { personId: id, address, userAgent, isByProvider: true });
    return { personId: id, cookieValue: begun };
  });
  if (oldCookieValue !== undefined) await deps.signIn.end(oldCookieValue);
  await deps.tokens.refresh();
  await lapseApprovalsOf(deps.connections.all(), personId);
  const person = await selectPerson(deps.wholeStore.db, personId);
  if (person === undefined) throw notLinked(provider);
  const account = hashSecret(person.email.toLowerCase());
  const device = knownDevice(deps, { value: deviceValue, account });
  return { session: { person, setUpNeeded: false }, cookieValue, deviceValue: newDevice(deps, { account, device }) };
}

/** Who wanted to link the account must still be signed in to it. */
async function personOfSession(deps: Deps, cookieValue: string | undefined, personId: string): Promise<string> {
  const session = cookieValue === undefined ? undefined : await deps.signIn.sessionOf(cookieValue);
  if (session?.person.id !== personId)
    throw new OperationError("sign_in_failed", "Sign in to the account that you want to link, and begin again.");
  return personId;
}

/** Whose identity it is: of whoever it is linked to, the invitation was made for, or is created for it. */
async function personToEnter(deps: Deps, trx: Transaction, identified: Identified): Promise<string> {
  const { provider, knownAs, purpose } = identified;
  if (purpose.kind === "join") return await invitedPerson(deps, trx, purpose.secretHash);
  const known = await selectPersonIdOfIdentity(trx, knownAs);
  if (known !== undefined) return known;
  if (provider.settings.unknownPeople === "refuse") throw notLinked(provider);
  return await createdPerson(deps, trx, identified);
}

async function invitedPerson(deps: Deps, trx: Transaction, secretHash: string): Promise<string> {
  const now = deps.clock.now();
  const link = await selectPersonLink(trx, secretHash);
  if (link?.kind === "reset")
    throw new OperationError("wrong_state", "This link resets a password. Open it again and choose one.");
  const taken = await takePersonLink(trx, { secretHash, now });
  if (taken === undefined)
    throw new OperationError("forbidden", "This link was used, has ended or was withdrawn. Ask for a new one.");
  return taken.person_id;
}

/** An account for somebody who is linked to none and has a group with a role. */
async function createdPerson(deps: Deps, trx: Transaction, { provider, knownAs }: Identified): Promise<string> {
  const { label, groupRoles } = provider.settings;
  const refuse = (detail: string) => new OperationError("sign_in_failed", detail);
  if ((await givableRoles(trx, rolesOfGroups(groupRoles, knownAs.groups))).length === 0)
    throw refuse(`None of your groups at ${label} has a role here. Ask an administrator for an invitation.`);
  const email = Email.safeParse(knownAs.email);
  if (!email.success || knownAs.isEmailVerified === false)
    throw refuse(`${label} tells no verified e-mail address of you, and an account needs one.`);
  const now = deps.clock.now();
  const name = PersonName.catch(email.data).parse(knownAs.name);
  const id = await insertPerson(trx, { id: deps.newId("per"), name, email: email.data, now });
  if (id === undefined) {
    // The same person may come in from two windows at once.
    const meanwhile = await selectPersonIdOfIdentity(trx, knownAs);
    if (meanwhile !== undefined) return meanwhile;
    throw refuse(
      `An account with your e-mail address is not linked with ${label}. Sign in to it and link it, or ask an administrator for an invitation.`,
    );
  }
  await linkIdentity(trx, knownAs, { id: deps.newId("cred"), personId: id, now });
  await appendJournal(trx, {
    connectionId: null,
    at: now,
    actor: { kind: "person", id, name },
    action: "account.create",
    subject: id,
    message: { code: "account.create-with-provider", params: { person: name, provider: label } },
    requestId: null,
  });
  return id;
}

function notLinked({ settings: { label } }: IdentityProvider): OperationError {
  return new OperationError(
    "sign_in_failed",
    `No account that may sign in is linked with you at ${label}. Ask an administrator for an invitation.`,
  );
}
