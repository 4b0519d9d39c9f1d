import type { ErrorCode } from "@dc/contract";
import type { z } from "zod";
import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import { authorization, type Permission } from "#/http/middleware/authorization.ts";
import { statusOf } from "#/http/error-response.ts";

const callers: { readonly [permission in Permission]: { security: RouteConfig["security"]; words: string } } = {
  public: { security: [], words: "" },
  person: { security: [{ session: [] }], words: "Only for signed-in people; tokens are refused." },
  read: {
    security: [{ session: [] }, { token: ["read"] }],
    words: "For people, and for tokens with the scope `read`.",
  },
  stage: {
    security: [{ session: [] }, { token: ["stage"] }],
    words: "For people, and for tokens with the scope `stage`.",
  },
  apply: {
    security: [{ session: [] }, { token: ["apply"] }],
    words: "For people, and for tokens with the scope `apply`.",
  },
};

/** A route with what its caller needs, which is checked before anything else of it and told in the document. */
export function apiRoute<
  Path extends string,
  Route extends Omit<RouteConfig, "path"> & { path: Path; operationId: string },
>(needed: Permission, route: Route) {
  const { security, words } = callers[needed];
  const description = [route.description ?? "", words].filter((text) => text !== "").join("\n\n");
  return createRoute<Path, Route>({
    ...route,
    security,
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
