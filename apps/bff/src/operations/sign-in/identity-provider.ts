import { type AuthorizationAnswerInput, Email, PersonName } from "@dc/contract";
import { browserValues } from "#/context/browser-values.ts";
import type { Deps } from "#/context/deps.ts";
import type { Identity, IdentityProvider } from "#/context/identity-provider.ts";
import { lapseApprovalsOf } from "#/ledger/return-to-review.ts";
import { givableRoles, rolesOfGroups, takeRolesFromGroups } from "#/operations/people/roles-from-groups.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import {
  linkIdentity,
  markIdentityUsed,
  selectPersonIdOfIdentity,
  takeChallenge,
} from "#/store/tables/account/identities.ts";
import { selectPersonLink, takePersonLink } from "#/store/tables/account/sign-in-methods.ts";
import { journal } from "#/context/journal.ts";
import { insertPerson, lockAdministrators, selectRoles } from "#/store/tables/people/people.ts";
import { attempt } from "./attempt.ts";
import { type AuthorizationPurpose, configuredProvider, openAuthorization } from "./authorize.ts";
import { enter, type SignedIn, type SignInCaller } from "./enter.ts";

interface Identified {
  provider: IdentityProvider;
  /** Who the provider says it is. */
  knownAs: Identity;
  purpose: AuthorizationPurpose;
}

/**
 * Takes the answer of the provider, and signs in whoever is linked to the identity by its issuer and subject. An address is
 * never compared, so that nobody enters an account by having its address at a provider.
 */
export async function signInWithProvider(
  deps: Deps,
  answer: AuthorizationAnswerInput,
  { authorizationValue, ...caller }: SignInCaller & { authorizationValue: string | undefined },
): Promise<SignedIn> {
  const provider = configuredProvider(deps);
  const asked = openAuthorization(deps, authorizationValue);
  if (asked === undefined || asked.secrets.state !== answer.state)
    throw operationError("sign_in_failed", "other-browser", { label: provider.settings.label });
  const { purpose, secrets, since } = asked;
  // Each answer costs calls to the provider, and those that are not valid count for where they came from.
  const by = { email: `identity provider ${caller.address ?? ""}`, address: caller.address, deviceValue: undefined };
  const knownAs = await attempt(deps, by, async () => {
    await takeState(deps, answer.state);
    return await provider.identify(answer, secrets);
  });
  const identified = { provider, knownAs, purpose };
  const ownerId =
    purpose.kind === "link" ? await personOfSession(deps, caller.oldCookieValue, purpose.personId) : undefined;
  const signedIn = await enter(deps, caller, {
    async identify(trx) {
      const id = ownerId ?? (await personToEnter(deps, trx, identified));
      const led = (await selectRoles(trx, id)).filter(({ role }) => role === "admin");
      await lockAdministrators(
        trx,
        led.map(({ connectionId }) => connectionId),
      );
      return id;
    },
    async admit(trx, person) {
      const { requestId } = caller;
      if (purpose.kind !== "sign-in") await link(deps, trx, { ...identified, person, requestId });
      await markIdentityUsed(trx, knownAs, deps.clock.now());
      await takeRolesFromGroups(deps, trx, { provider, person, groups: knownAs.groups, requestId });
      const params = { person: person.name, provider: provider.settings.label };
      return { code: "session.start-with-provider", params };
    },
    since,
    refusal: notLinked(provider),
    isByProvider: true,
  });
  await deps.tokens.refresh();
  if (signedIn.session.person !== null) await lapseApprovalsOf(deps.connections.all(), signedIn.session.person.id);
  return signedIn;
}

/** Before the answer is looked at, so that one that is wrong uses up the state too. */
async function takeState({ clock, wholeStore }: Deps, state: string): Promise<void> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + browserValues.authorization.lastsS * 1000);
  const isFirst = await transact(
    wholeStore.db,
    async (trx) => await takeChallenge(trx, { hash: hashSecret(state), now, endsAt }),
  );
  if (!isFirst) throw operationError("sign_in_failed", "provider-answer-used");
}

async function link(
  deps: Deps,
  trx: Transaction,
  {
    provider: { settings },
    knownAs,
    purpose,
    person: { id, name },
    requestId,
  }: Identified & { person: { id: string; name: string }; requestId: string },
): Promise<void> {
  const now = deps.clock.now();
  if (!(await linkIdentity(trx, knownAs, { id: deps.newId("cred"), personId: id, now })))
    throw operationError("already_exists", "identity-provider-account", { label: settings.label });
  const code = purpose.kind === "join" ? "person.join-with-provider" : "account.link-provider";
  await journal({ deps, actor: { kind: "person", id, name }, requestId }, trx, {
    connectionId: null,
    subject: id,
    message: { code, params: { person: name, provider: settings.label } },
  });
}

/** Who wanted to link the account must still be signed in to it. */
async function personOfSession(deps: Deps, cookieValue: string | undefined, personId: string): Promise<string> {
  const session = cookieValue === undefined ? undefined : await deps.sessions.find(cookieValue);
  if (session?.person.id !== personId) throw operationError("sign_in_failed", "account-to-link");
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
  if (link?.kind === "reset") throw operationError("wrong_state", "password-link");
  const taken = await takePersonLink(trx, { secretHash, now });
  if (taken === undefined) throw operationError("forbidden", "link-ended");
  return taken.person_id;
}

/** An account for somebody who is linked to none and has a group with a role. */
async function createdPerson(deps: Deps, trx: Transaction, { provider, knownAs }: Identified): Promise<string> {
  const { label, groupRoles } = provider.settings;
  if ((await givableRoles(trx, rolesOfGroups(groupRoles, knownAs.groups))).length === 0)
    throw operationError("sign_in_failed", "no-group-with-role", { label });
  const email = Email.safeParse(knownAs.email);
  if (!email.success || !knownAs.isEmailVerified)
    throw operationError("sign_in_failed", "no-verified-e-mail-address", { label });
  const now = deps.clock.now();
  const name = PersonName.catch(email.data).parse(knownAs.name);
  const id = await insertPerson(trx, { id: deps.newId("per"), name, email: email.data, now });
  if (id === undefined) {
    // The same person may come in from two windows at once.
    const meanwhile = await selectPersonIdOfIdentity(trx, knownAs);
    if (meanwhile !== undefined) return meanwhile;
    throw operationError("sign_in_failed", "e-mail-address-not-linked", { label });
  }
  await linkIdentity(trx, knownAs, { id: deps.newId("cred"), personId: id, now });
  await journal({ deps, actor: { kind: "person", id, name }, requestId: null }, trx, {
    connectionId: null,
    subject: id,
    message: { code: "account.create-with-provider", params: { person: name, provider: label } },
  });
  return id;
}

function notLinked({ settings: { label } }: IdentityProvider): OperationError {
  return operationError("sign_in_failed", "not-linked", { label });
}
