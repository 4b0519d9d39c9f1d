import { type ErrorCode, Problem } from "@dc/contract";
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

/**
 * The problems specific to a route, for its `responses`. The document adds those of all routes (400, 401, 403, 413,
 * 415, 500, 503).
 */
export function problems(...codes: ErrorCode[]): { [status: string]: ReturnType<typeof problemAnswer> } {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code]);
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), problemAnswer(same)]));
}

function problemAnswer(codes: ErrorCode[]) {
  return {
    description: `Problem with code ${codes.map((code) => `\`${code}\``).join(" or ")}`,
    content: { "application/problem+json": { schema: Problem } },
  };
}
