import type { z } from "zod";
import type { Json } from "#/json/json.ts";
import { refuse, type Read } from "./spelling.ts";

/** Reads a value by a schema; the refusal names the first wrong field by its dotted path. */
export function readBy<S extends z.ZodType>(schema: S, value: Json | Record<string, string>): Read<z.output<S>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  if (!issue) return refuse("bad_request", "The request is not understood.");
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const field = [...path, issue.keys[0] ?? ""].join(".");
    return refuse("bad_request", `Unknown field: ${field}.`, field);
  }
  if (path.length === 0) return refuse("bad_request", "The body is a JSON object.");
  return refuse("bad_request", issue.message, path.join("."));
}

/** The query as an object, refused when a parameter comes twice. */
export function readOnce(query: URLSearchParams): Read<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (values.has(name)) return refuse("bad_request", `Given twice: ${name}.`, name);
    values.set(name, value);
  }
  return { ok: true, value: Object.fromEntries(values) };
}
