import {
  Account,
  NewPasskeyInput,
  PasskeyId,
  PasskeyOptions,
  PasskeyProofInput,
  PasskeyStartInput,
  RenamePasskeyInput,
  Session,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { PasskeySite } from "#/context/passkeys.ts";
import { addPasskey, beginPasskey, removePasskey, renameOwnPasskey } from "#/operations/account/passkeys.ts";
import { beginPasskeySignIn, signInWithPasskey } from "#/operations/sign-in/passkey.ts";
import { OperationError } from "#/runtime/errors.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";
import { letIn, signInCaller, type SignInParts } from "./sign-in-parts.ts";

const beginSignIn = apiRoute("public", {
  operationId: "startPasskeySignIn",
  method: "post",
  path: "/session/passkey/options",
  tags: ["Session"],
  summary: "Begin to sign in with a passkey",
  responses: { 200: jsonAnswer("What the browser needs", PasskeyOptions) },
});

const signIn = apiRoute("public", {
  operationId: "startSessionWithPasskey",
  method: "post",
  path: "/session/passkey",
  tags: ["Session"],
  summary: "Sign in with a passkey; the session is sent in a cookie only",
  request: { body: jsonInput(PasskeyProofInput) },
  responses: { 200: jsonAnswer("Signed in", Session), ...problems("sign_in_failed", "too_many_attempts") },
});

const tags = ["Account"];
const params = z.object({ passkeyId: PasskeyId });

const begin = apiRoute("account", {
  operationId: "startPasskey",
  method: "post",
  path: "/account/passkeys/options",
  tags,
  summary: "Begin to add a passkey: with the password, or without one in the ten minutes after signing in",
  request: { body: jsonInput(PasskeyStartInput) },
  responses: {
    200: jsonAnswer("What the browser needs", PasskeyOptions),
    ...problems("wrong_state", "too_many_attempts"),
  },
});

const add = apiRoute("account", {
  operationId: "addPasskey",
  method: "post",
  path: "/account/passkeys",
  tags,
  summary: "Add a passkey to one's own account",
  request: { body: jsonInput(NewPasskeyInput) },
  responses: { 201: jsonAnswer("The account", Account), ...problems("wrong_state", "already_exists") },
});

const rename = apiRoute("account", {
  operationId: "renamePasskey",
  method: "patch",
  path: "/account/passkeys/{passkeyId}",
  tags,
  summary: "Give one's own passkey another name",
  request: { params, body: jsonInput(RenamePasskeyInput) },
  responses: { 200: jsonAnswer("The account", Account), ...problems("not_found") },
});

const remove = apiRoute("account", {
  operationId: "removePasskey",
  method: "delete",
  path: "/account/passkeys/{passkeyId}",
  tags,
  summary: "Remove a passkey of one's own; it lets nobody in any more",
  request: { params },
  responses: { 204: { description: "Removed" }, ...problems("not_found") },
});

export function passkeyRoutes(parts: SignInParts) {
  const { deps, site, cookies, addressOf } = parts;
  const siteOf = (c: Context<AppEnv>): PasskeySite => {
    const origin = site.publicOrigin ?? c.req.header("Origin");
    if (origin === undefined)
      throw new OperationError("invalid_request", "Passkeys are for browsers: the request names no origin.");
    return { origin, host: new URL(origin).hostname };
  };
  return new OpenAPIHono<AppEnv>()
    .openapi(beginSignIn, async (c) => {
      const { options, challengeValue } = await beginPasskeySignIn(deps, siteOf(c));
      cookies.passkey.write(c, challengeValue);
      return c.json(options, 200);
    })
    .openapi(signIn, async (c) => {
      const result = await signInWithPasskey(deps, c.req.valid("json"), {
        ...signInCaller(parts, c),
        challengeValue: cookies.passkey.read(c),
        site: siteOf(c),
      });
      cookies.passkey.clear(c);
      return c.json(letIn(parts, c, result), 200);
    })
    .openapi(begin, async (c) => {
      const caller = { address: addressOf(c), deviceValue: cookies.device.read(c), site: siteOf(c) };
      const { options, challengeValue } = await beginPasskey(c.get("context"), c.req.valid("json"), caller);
      cookies.passkey.write(c, challengeValue);
      return c.json(options, 200);
    })
    .openapi(add, async (c) => {
      const account = await addPasskey(c.get("context"), c.req.valid("json"), {
        challengeValue: cookies.passkey.read(c),
        site: siteOf(c),
      });
      cookies.passkey.clear(c);
      return c.json(account, 201);
    })
    .openapi(rename, async (c) =>
      c.json(await renameOwnPasskey(c.get("context"), c.req.valid("param").passkeyId, c.req.valid("json")), 200),
    )
    .openapi(remove, async (c) => {
      await removePasskey(c.get("context"), c.req.valid("param").passkeyId);
      return c.body(null, 204);
    });
}
