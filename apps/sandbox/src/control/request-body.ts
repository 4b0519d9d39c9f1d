import { HTTPException } from "hono/http-exception";
import { z } from "zod";

/** The body of a call to the control API, checked; what is wrong is told with its place. */
export async function readBody<S extends z.ZodType>(
  request: { json(): Promise<unknown> },
  schema: S,
): Promise<z.output<S>> {
  const body = await request.json().catch(() => {
    throw new HTTPException(400, { message: "The body is not valid JSON." });
  });
  return parse(schema, body);
}

export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: z.prettifyError(parsed.error) });
}

/** A value of one of several forms, checked as the form that it is meant to have; a text says that it has none, and which there are. */
export function oneOfForms<S extends z.ZodType>(formOf: (value: unknown) => S | string) {
  return z.unknown().transform((value, context): z.output<S> => {
    const form = formOf(value);
    if (typeof form === "string") {
      context.addIssue({ code: "custom", message: form });
      return z.NEVER;
    }
    const read = form.safeParse(value);
    if (read.success) return read.data;
    for (const { message, path } of read.error.issues)
      context.addIssue({ code: "custom", message, path: [...path], input: value });
    return z.NEVER;
  });
}
