import { HTTPException } from "hono/http-exception";
import { z } from "zod";

/** The body of a call to the control API; throws a 400 that says what is wrong and where. */
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

/**
 * A value of one of several forms, validated by the schema that `choose` picks for it, so that an error speaks of that
 * form alone. A string says that no form fits, and why.
 */
export function oneOfForms<S extends z.ZodType>(choose: (value: unknown) => S | string) {
  return z.unknown().transform((value, context): z.output<S> => {
    const schema = choose(value);
    if (typeof schema === "string") {
      context.addIssue({ code: "custom", message: schema });
      return z.NEVER;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues)
      context.addIssue({ code: "custom", message, path: [...path], input: value });
    return z.NEVER;
  });
}
