import { type ErrorCode, rolesByAction, scopeByAction } from "@dc/contract";
import type { z } from "zod";
import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import { actionOf, authorization, type Permission } from "#/http/middleware/authorization.ts";
import { statusOf } from "#/http/error-response.ts";

/** The key of an operation in the document that says what it needs: an action, `account` or `public`. */
const NEEDED = "x-needs";

/** Who may call an operation, for the document: in words, as ways to sign in, and for programs that read it. */
function callersOf(needed: Permission): { security: RouteConfig["security"]; words: string; [NEEDED]: string } {
  if (needed === "public") return { security: [], words: "", [NEEDED]: "public" };
  const session = { session: [] };
  const action = actionOf(needed);
  if (action === null)
    return { security: [session], words: "For everybody who is signed in; tokens are refused.", [NEEDED]: "account" };
  const scope = scopeByAction[action];
  const roleWords = `Needs the action \`${action}\`, which the roles ${rolesByAction[action].join(", ")} have${typeof needed === "object" ? "; refused where the role is limited to some referrers" : ""}.`;
  return {
    security: scope === undefined ? [session] : [session, { token: [scope] }],
    words: `${roleWords} ${scope === undefined ? "Only for signed-in people; tokens are refused." : `For people, and for tokens with the scope \`${scope}\` whose owner may do it.`}`,
    [NEEDED]: typeof needed === "object" ? `${action} for all referrers` : action,
  };
}

/** A route with what its caller needs, which is checked before anything else of it and told in the document. */
export function apiRoute<
  Path extends string,
  Route extends Omit<RouteConfig, "path"> & { path: Path; operationId: string },
>(needed: Permission, route: Route) {
  const { words, ...told } = callersOf(needed);
  const description = [route.description ?? "", words].filter((text) => text !== "").join("\n\n");
  return createRoute<Path, Route>({
    ...route,
    ...told,
    ...(description === "" ? {} : { description }),
    ...(needed === "public" ? {} : { middleware: authorization(needed) }),
  });
}

/** A JSON answer, for a route's `responses`. */
export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

/** A JSON body, for a route's `request`. */
export function jsonInput<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

/** The problems specific to a route, for its `responses`. The document adds those of all routes. */
export function problems(...codes: ErrorCode[]): { [status: string]: ProblemAnswer } {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code]);
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), problemAnswer(same)]));
}

type ProblemAnswer = ReturnType<typeof problemAnswer>;

/** One status can mean several codes, so the schema lists them. */
export function problemAnswer(codes: readonly ErrorCode[]) {
  const problem = { $ref: "#/components/schemas/Problem" };
  const ofCodes = { type: "object" as const, required: ["code"], properties: { code: { enum: [...codes] } } };
  return {
    description: `Problem with code ${codes.map((code) => `\`${code}\``).join(" or ")}`,
    content: { "application/problem+json": { schema: { allOf: [problem, ofCodes] } } },
  };
}
