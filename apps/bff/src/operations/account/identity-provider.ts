import type { Account, AuthorizationRequest, OwnPasswordInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { authorize, configuredProvider } from "#/operations/sign-in/authorize.ts";
import { operationError } from "#/runtime/errors.ts";
import { unlinkIdentity } from "#/store/tables/account/identities.ts";
import { journal } from "#/context/journal.ts";
import { deleteProviderSessions, journalsItself } from "#/store/tables/account/sign-in-methods.ts";
import { transact } from "#/store/sql/transaction.ts";
import { type AccountCaller, checkOwnPassword } from "./check-own.ts";
import { getAccount } from "./password.ts";

/** Sends the signed-in person to the provider; the account is linked with who signs in there, after the password. */
export async function linkProvider(
  context: RequestContext,
  { password }: OwnPasswordInput,
  caller: Omit<AccountCaller, "email">,
): Promise<{ request: AuthorizationRequest; authorizationValue: string }> {
  configuredProvider(context.deps);
  const { email } = await getAccount(context);
  await checkOwnPassword(context, { email, ...caller }, { password, pointer: "/password" });
  return await authorize(context.deps, { kind: "link", personId: context.personId });
}

/** Ends the link and the sessions that began at the provider. The password stays as the way in. */
export async function unlinkProvider(
  context: RequestContext,
  { password }: OwnPasswordInput,
  caller: Omit<AccountCaller, "email">,
): Promise<Account> {
  const { deps, personId, sessionId } = context;
  const { issuer, label } = configuredProvider(deps).settings;
  const { email, name } = await getAccount(context);
  await checkOwnPassword(context, { email, ...caller }, { password, pointer: "/password" });
  await transact(deps.wholeStore.db, async (trx) => {
    await journalsItself(trx);
    if (!(await unlinkIdentity(trx, { personId, issuer })))
      throw operationError("wrong_state", "account-not-linked", { label });
    await deleteProviderSessions(trx, personId, { except: sessionId });
    await journal(context, trx, {
      connectionId: null,
      subject: personId,
      message: { code: "account.unlink-provider", params: { person: name, provider: label } },
    });
  });
  return await getAccount(context);
}
