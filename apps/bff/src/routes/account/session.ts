import { CodeInput, JoinInput, SecondStep, Session, SetUpInput, SignInInput } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { join } from "#/operations/sign-in/join.ts";
import { signIn, signInWithCode } from "#/operations/sign-in/password.ts";
import { getSession, signOut } from "#/operations/sign-in/session.ts";
import { setUp } from "#/operations/sign-in/set-up.ts";
import { OperationError } from "#/runtime/errors.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";
import { letIn, signInCaller, type SignInParts } from "./sign-in-parts.ts";

const read = apiRoute("public", {
  operationId: "getSession",
  method: "get",
  path: "/session",
  tags: ["Session"],
  summary: "Get the signed-in person",
  responses: { 200: jsonAnswer("The person, or null", Session) },
});

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

const secondStep = apiRoute("public", {
  operationId: "startSessionWithCode",
  method: "post",
  path: "/session/code",
  tags: ["Session"],
  summary: "Take the second step of signing in: a code of the app, or a recovery code",
  request: { body: jsonInput(CodeInput) },
  responses: {
    200: jsonAnswer("Signed in", Session),
    ...problems("sign_in_failed", "wrong_state", "too_many_attempts"),
  },
});

const end = apiRoute("public", {
  operationId: "endSession",
  method: "delete",
  path: "/session",
  tags: ["Session"],
  summary: "Sign out",
  responses: { 204: { description: "Signed out, or nobody was signed in" } },
});

const begin = apiRoute("public", {
  operationId: "setUpConsole",
  method: "post",
  path: "/set-up",
  tags: ["Session"],
  summary: "Create the first administrator with the set-up link, and sign in",
  request: { body: jsonInput(SetUpInput) },
  responses: {
    200: jsonAnswer("Created and signed in", Session),
    ...problems("set_up_done", "forbidden", "too_many_attempts"),
  },
});

const joinRoute = apiRoute("public", {
  operationId: "acceptLink",
  method: "post",
  path: "/join",
  tags: ["Session"],
  summary: "Choose a password with a one-time link of an administrator, and sign in",
  request: { body: jsonInput(JoinInput) },
  responses: { 200: jsonAnswer("Signed in", Session), ...problems("forbidden", "too_many_attempts") },
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
    if ("next" in result) throw new OperationError("wrong_state", "A second factor was set up meanwhile. Sign in.");
    return result;
  };
  return new OpenAPIHono<AppEnv>()
    .openapi(read, async (c) => {
      return c.json(await getSession(deps, cookies.session.read(c)), 200);
    })
    .openapi(start, async (c) => {
      const result = await enter(c, c.req.valid("json"));
      return "next" in result ? c.json(result, 202) : c.json(result, 200);
    })
    .openapi(secondStep, async (c) => {
      const result = await signInWithCode(deps, c.req.valid("json"), {
        ...signInCaller(parts, c),
        secondStepValue: cookies.secondStep.read(c),
      });
      cookies.secondStep.clear(c);
      return c.json(letIn(parts, c, result), 200);
    })
    .openapi(end, async (c) => {
      const value = cookies.session.read(c);
      if (value !== undefined) await signOut(deps, value, c.get("requestId"));
      cookies.session.clear(c);
      return c.body(null, 204);
    })
    .openapi(begin, async (c) => {
      const input = c.req.valid("json");
      await setUp(deps, input);
      return c.json(await enterFirst(c, { email: input.email, password: input.password }), 200);
    })
    .openapi(joinRoute, async (c) => {
      const { secret, password } = c.req.valid("json");
      const { email } = await join(deps, { secret, password }, c.get("requestId"));
      return c.json(await enterFirst(c, { email, password }), 200);
    });
}
