import { z } from "zod";
import type { Json } from "#/json/json.ts";
import type { Path } from "#/json/path.ts";
import type { IdShape } from "#/seed/id-codec.ts";
import { refusal, type Result } from "./problem.ts";

/** A member that an object may or must have, at any depth. */
export interface MemberSchema {
  readonly at: Path;
  readonly schema: z.ZodType;
}

export const text = (maxLength: number) =>
  z.string("Must be a string.").max(maxLength, `At most ${maxLength} characters.`);

/** An object with these members and no others; an inner object is required where one of its members is. */
export function objectSchema(members: readonly MemberSchema[]): z.ZodObject<Record<string, z.ZodType>> {
  const byKey = new Map<string, MemberSchema[]>();
  for (const { at, schema } of members) {
    const [key = "", ...rest] = at;
    byKey.set(key, [...(byKey.get(key) ?? []), { at: rest, schema }]);
  }
  const shape: Record<string, z.ZodType> = {};
  for (const [key, inner] of byKey) {
    const [only] = inner;
    if (only && inner.length === 1 && only.at.length === 0) {
      shape[key] = only.schema;
      continue;
    }
    const nested = objectSchema(inner);
    shape[key] = inner.every(({ schema }) => schema.safeParse(undefined).success) ? nested.optional() : nested;
  }
  return z.strictObject(shape);
}

export function idSchema({ prefix, alphabet }: IdShape, message: string): z.ZodString {
  const id = z.string(message).min(1, "Must not be empty.");
  return prefix === "" ? id : id.regex(new RegExp(`^${prefix}[${alphabet}]+$`), message);
}

/** Parses a value; the refusal names the first wrong field by its dotted path, and lists the others. */
export function parseBy<S extends z.ZodType>(schema: S, value: Json | Record<string, string>): Result<z.output<S>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const all = parsed.error.issues.map(describeIssue);
  const [first] = all;
  if (!first) return refusal("bad_request", "The request is not understood.");
  return { ok: false, problem: { code: "bad_request", ...first, ...(all.length > 1 ? { all } : {}) } };
}

function describeIssue(issue: z.core.$ZodIssue): { readonly message: string; readonly field?: string } {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const field = [...path, issue.keys[0] ?? ""].join(".");
    return { message: `Unknown field: ${field}.`, field };
  }
  if (path.length === 0) return { message: "The body must be a JSON object." };
  return { message: issue.message, field: path.join(".") };
}
