import {
  Account,
  NewPasskeyInput,
  PasskeyOptions,
  PasskeyProofInput,
  PasskeyStartInput,
  RenamePasskeyInput,
  Session,
} from "@dc/contract";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { PasskeySite } from "#/context/passkeys.ts";
import { addPasskey, beginPasskey, removePasskey, renameOwnPasskey } from "#/operations/account/passkeys.ts";
import { beginPasskeySignIn, signInWithPasskey } from "#/operations/sign-in/passkey.ts";
import { operationError } from "#/runtime/errors.ts";
import { operation, routesOf } from "#/routes/operation.ts";
import { letIn, signInCaller, type SignInParts } from "./sign-in-parts.ts";

export function passkeyRoutes(parts: SignInParts) {
  const { deps, site, cookies, addressOf } = parts;
  const siteOf = (c: Context<AppEnv>): PasskeySite => {
    const origin = site.publicOrigin ?? c.req.header("Origin");
    if (origin === undefined) throw operationError("invalid_request", "origin");
    return { origin, host: new URL(origin).hostname };
  };
  return routesOf(
    "Session",
    operation("public", "startPasskeySignIn", "POST /session/passkey/options", {
      summary: "Begin to sign in with a passkey",
      answer: [200, "What the browser needs", PasskeyOptions],
      call: async ({ c }) => {
        const { options, challengeValue } = await beginPasskeySignIn(deps, siteOf(c));
        cookies.passkey.write(c, challengeValue);
        return options;
      },
    }),
    operation("public", "startSessionWithPasskey", "POST /session/passkey", {
      summary: "Sign in with a passkey; the session is sent in a cookie only",
      body: PasskeyProofInput,
      answer: [200, "Signed in", Session],
      problems: ["sign_in_failed", "too_many_attempts"],
      call: async ({ body, c }) => {
        const result = await signInWithPasskey(deps, body, {
          ...signInCaller(parts, c),
          challengeValue: cookies.passkey.read(c),
          site: siteOf(c),
        });
        cookies.passkey.clear(c);
        return letIn(parts, c, result);
      },
    }),
  ).route(
    "/",
    routesOf(
      "Account",
      operation("account", "startPasskey", "POST /account/passkeys/options", {
        summary: "Begin to add a passkey: with the password, or without one in the ten minutes after signing in",
        body: PasskeyStartInput,
        answer: [200, "What the browser needs", PasskeyOptions],
        problems: ["wrong_state", "too_many_attempts"],
        call: async ({ context, body, c }) => {
          const caller = { address: addressOf(c), deviceValue: cookies.device.read(c), site: siteOf(c) };
          const { options, challengeValue } = await beginPasskey(context, body, caller);
          cookies.passkey.write(c, challengeValue);
          return options;
        },
      }),
      operation("account", "addPasskey", "POST /account/passkeys", {
        summary: "Add a passkey to one's own account",
        body: NewPasskeyInput,
        answer: [201, "The account", Account],
        problems: ["wrong_state", "already_exists"],
        call: async ({ context, body, c }) => {
          const account = await addPasskey(context, body, {
            challengeValue: cookies.passkey.read(c),
            site: siteOf(c),
          });
          cookies.passkey.clear(c);
          return account;
        },
      }),
      operation("account", "renamePasskey", "PATCH /account/passkeys/{passkeyId}", {
        summary: "Give one's own passkey another name",
        body: RenamePasskeyInput,
        answer: [200, "The account", Account],
        problems: ["not_found"],
        call: ({ context, params, body }) => renameOwnPasskey(context, params.passkeyId, body),
      }),
      operation("account", "removePasskey", "DELETE /account/passkeys/{passkeyId}", {
        summary: "Remove a passkey of one's own; it lets nobody in any more",
        answer: [204, "Removed"],
        problems: ["not_found"],
        call: ({ context, params }) => removePasskey(context, params.passkeyId),
      }),
    ),
  );
}
