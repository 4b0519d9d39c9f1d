import {
  CodeInput,
  JoinInput,
  LinkedAccount,
  LinkSecret,
  SecondStep,
  Session,
  SetUpInput,
  SignInInput,
} from "@dc/contract";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { join } from "#/operations/sign-in/join.ts";
import { readLink } from "#/operations/sign-in/read-link.ts";
import { signIn, signInWithCode } from "#/operations/sign-in/password.ts";
import { getSession, signOut } from "#/operations/sign-in/session.ts";
import { setUp } from "#/operations/sign-in/set-up.ts";
import { operationError } from "#/runtime/errors.ts";
import { apiRoute, jsonAnswer, jsonInput, operation, problems, routesOf } from "#/routes/operation.ts";
import { letIn, signInCaller, type SignInParts } from "./sign-in-parts.ts";

const start = apiRoute("public", {
  operationId: "startSession",
  method: "post",
  path: "/session",
  tags: ["Session"],
  summary: "Sign in; the session is sent in a cookie only",
  request: { body: jsonInput(SignInInput) },
  responses: {
    200: jsonAnswer("Signed in", Session),
    202: jsonAnswer("The password is right, and a code is needed too", SecondStep),
    ...problems("sign_in_failed", "too_many_attempts"),
  },
});

export function sessionRoutes(parts: SignInParts) {
  const { deps, cookies } = parts;
  const enter = async (c: Context<AppEnv>, input: SignInInput): Promise<Session | SecondStep> => {
    const result = await signIn(deps, input, signInCaller(parts, c));
    if (!("secondStepValue" in result)) return letIn(parts, c, result);
    cookies.secondStep.write(c, result.secondStepValue);
    return { next: "code" };
  };
  /** Signs in who has just chosen a password, and so has no second factor. */
  const enterFirst = async (c: Context<AppEnv>, input: SignInInput): Promise<Session> => {
    const result = await enter(c, input);
    if ("next" in result) throw operationError("wrong_state", "second-factor-set-up");
    return result;
  };
  return routesOf(
    "Session",
    operation("public", "getSession", "GET /session", {
      summary: "Get the signed-in person",
      answer: [200, "The person, or null", Session],
      call: ({ c }) => getSession(deps, cookies.session.read(c)),
    }),
    (routes) =>
      routes.openapi(start, async (c) => {
        const result = await enter(c, c.req.valid("json"));
        return "next" in result ? c.json(result, 202) : c.json(result, 200);
      }),
    operation("public", "startSessionWithCode", "POST /session/code", {
      summary: "Take the second step of signing in: a code of the app, or a recovery code",
      body: CodeInput,
      answer: [200, "Signed in", Session],
      problems: ["sign_in_failed", "wrong_state", "too_many_attempts"],
      call: async ({ body, c }) => {
        const result = await signInWithCode(deps, body, {
          ...signInCaller(parts, c),
          secondStepValue: cookies.secondStep.read(c),
        });
        cookies.secondStep.clear(c);
        return letIn(parts, c, result);
      },
    }),
    operation("public", "endSession", "DELETE /session", {
      summary: "Sign out",
      answer: [204, "Signed out, or nobody was signed in"],
      call: async ({ c }) => {
        const value = cookies.session.read(c);
        if (value !== undefined) await signOut(deps, value, c.get("requestId"));
        cookies.session.clear(c);
      },
    }),
    operation("public", "setUpConsole", "POST /set-up", {
      summary: "Create the first administrator with the set-up link, and sign in",
      body: SetUpInput,
      answer: [200, "Created and signed in", Session],
      problems: ["set_up_done", "forbidden", "too_many_attempts"],
      call: async ({ body, c }) => {
        await setUp(deps, body);
        return await enterFirst(c, { email: body.email, password: body.password });
      },
    }),
    operation("public", "acceptLink", "POST /join", {
      summary: "Choose a password with a one-time link of an administrator, and sign in",
      body: JoinInput,
      answer: [200, "Signed in", Session],
      problems: ["forbidden", "too_many_attempts"],
      call: async ({ body, c }) => {
        const { secret, password } = body;
        const { email } = await join(deps, { secret, password }, c.get("requestId"));
        return await enterFirst(c, { email, password });
      },
    }),
    operation("public", "readLink", "POST /join/account", {
      summary: "Say whose account a one-time link of an administrator is for",
      description: "The link stays unused. Its secret stands in the body, so that no log has it.",
      body: LinkSecret,
      answer: [200, "Whose it is", LinkedAccount],
      problems: ["forbidden"],
      call: ({ body }) => readLink(deps, body),
    }),
  );
}
