import {
  Account,
  AuthorizationRequest,
  ChangePasswordInput,
  CodeInput,
  EndSessionsQuery,
  OwnPasswordInput,
  OwnSessionList,
  PasswordAndCodeInput,
  RecoveryCodes,
  SecondFactorStart,
} from "@dc/contract";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { linkProvider, unlinkProvider } from "#/operations/account/identity-provider.ts";
import { changePassword, getAccount } from "#/operations/account/password.ts";
import {
  confirmOwnSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from "#/operations/account/second-factor.ts";
import { endOwnSession, endOwnSessions, listOwnSessions } from "#/operations/account/sessions.ts";
import { operation, routesOf } from "#/routes/operation.ts";
import type { SignInParts } from "./sign-in-parts.ts";

export function accountRoutes({ cookies, addressOf }: SignInParts) {
  const callerOf = (c: Context<AppEnv>) => ({ address: addressOf(c), deviceValue: cookies.device.read(c) });
  return routesOf(
    "Account",
    operation("account", "getAccount", "GET /account", {
      summary: "Get one's own account",
      answer: [200, "The account", Account],
      call: ({ context }) => getAccount(context),
    }),
    operation("account", "changePassword", "POST /account/password", {
      summary: "Change one's own password; every other session ends",
      body: ChangePasswordInput,
      answer: [200, "Changed", Account],
      problems: ["too_many_attempts"],
      call: ({ context, body, c }) => changePassword(context, body, callerOf(c)),
    }),
    operation("account", "startSecondFactor", "POST /account/second-factor", {
      summary: "Begin to set up a second factor: answers what an app needs, and asks for nothing yet at sign-in",
      body: OwnPasswordInput,
      answer: [201, "What an app needs, shown only once", SecondFactorStart],
      problems: ["wrong_state", "too_many_attempts"],
      call: ({ context, body, c }) => startSecondFactor(context, body, callerOf(c)),
    }),
    operation("account", "confirmSecondFactor", "POST /account/second-factor/confirm", {
      summary: "Turn the second factor on with a code of the app; every other session ends",
      body: CodeInput,
      answer: [200, "The recovery codes, shown only once", RecoveryCodes],
      problems: ["wrong_state", "too_many_attempts"],
      call: ({ context, body, c }) => confirmOwnSecondFactor(context, body, callerOf(c)),
    }),
    operation("account", "renewRecoveryCodes", "POST /account/second-factor/recovery-codes", {
      summary: "Make new recovery codes in place of the earlier ones",
      body: PasswordAndCodeInput,
      answer: [200, "The recovery codes, shown only once", RecoveryCodes],
      problems: ["too_many_attempts"],
      call: ({ context, body, c }) => renewRecoveryCodes(context, body, callerOf(c)),
    }),
    operation("account", "turnOffSecondFactor", "POST /account/second-factor/turn-off", {
      summary: "Turn the second factor off, with the password and a code",
      body: PasswordAndCodeInput,
      answer: [204, "Turned off"],
      problems: ["too_many_attempts"],
      call: ({ context, body, c }) => turnOffSecondFactor(context, body, callerOf(c)),
    }),
    operation("account", "linkIdentityProvider", "POST /account/identity-provider", {
      summary: "Begin to link one's own account with the identity provider",
      body: OwnPasswordInput,
      answer: [200, "Where to sign in at the provider", AuthorizationRequest],
      problems: ["not_found", "sign_in_failed", "too_many_attempts", "identity_provider_unreachable"],
      call: async ({ context, body, c }) => {
        const { request, authorizationValue } = await linkProvider(context, body, callerOf(c));
        cookies.authorization.write(c, authorizationValue);
        return request;
      },
    }),
    operation("account", "unlinkIdentityProvider", "POST /account/identity-provider/unlink", {
      summary: "End the link of one's own account with the identity provider; sessions that began there end",
      body: OwnPasswordInput,
      answer: [200, "The account", Account],
      problems: ["not_found", "wrong_state", "too_many_attempts"],
      call: ({ context, body, c }) => unlinkProvider(context, body, callerOf(c)),
    }),
    operation("account", "listOwnSessions", "GET /account/sessions", {
      summary: "List where one is signed in",
      answer: [200, "The sessions, the last used first", OwnSessionList],
      call: ({ context }) => listOwnSessions(context),
    }),
    operation("account", "endOwnSession", "DELETE /account/sessions/{sessionId}", {
      summary: "End one of one's own sessions; it is out at its next request",
      answer: [204, "Ended"],
      problems: ["not_found"],
      call: ({ context, params }) => endOwnSession(context, params.sessionId),
    }),
    operation("account", "endOwnSessions", "DELETE /account/sessions", {
      summary: "Sign out everywhere, or everywhere else",
      query: EndSessionsQuery,
      answer: [204, "Ended"],
      call: async ({ context, query: { keep }, c }) => {
        await endOwnSessions(context, keep);
        if (keep === "none") cookies.session.clear(c);
      },
    }),
  );
}
