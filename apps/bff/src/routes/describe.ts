import type { ErrorCode } from "@dc/contract";
import type { z } from "zod";
import { statusOf } from "#/http/error-response.ts";

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
