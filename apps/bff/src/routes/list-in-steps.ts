import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "@hono/zod-openapi";

/** So many entries are checked before other requests have their turn. */
const AT_ONCE = 200;

/**
 * Lets the validation of a request check some entries at once of the long list that its body has, such as ten thousand changes, with
 * the same result. Nothing of the schema may compare entries with each other; a list of more than `most` is checked as a whole. Returns
 * the schema itself, since the document knows each by its identity.
 */
export function listInSteps<Schema extends z.ZodObject>(
  schema: Schema,
  { list, most }: { list: keyof Schema["shape"] & string; most: number },
): Schema {
  const safeParseAsync = async (body: unknown): Promise<z.ZodSafeParseResult<unknown>> => {
    const given = Body.safeParse(body).data ?? {};
    const all = List.safeParse(given[list]).data ?? [];
    if (all.length <= AT_ONCE || all.length > most) return schema.safeParse(body);
    const partOf = (from: number) => ({ ...given, [list]: all.slice(from, from + AT_ONCE) });
    const first = schema.safeParse(partOf(0));
    const issues = [...(first.error?.issues ?? [])];
    const entries = entriesOf(first.data, list);
    for (let from = AT_ONCE; from < all.length; from += AT_ONCE) {
      await nextTurn();
      const part = schema.safeParse(partOf(from));
      const inList = (part.error?.issues ?? []).filter(({ path }) => path.length > 1 && path[0] === list);
      issues.push(...inList.map((issue) => placedAfter(issue, from)));
      entries.push(...entriesOf(part.data, list));
    }
    return issues.length > 0
      ? { success: false, error: new z.ZodError(issues) }
      : { success: true, data: { ...first.data, [list]: entries } };
  };
  return Object.assign(schema, { safeParseAsync });
}

const List = z.array(z.unknown());
const Body = z.record(z.string(), z.unknown());

function entriesOf(parsed: { [name: string]: unknown } | undefined, list: string): unknown[] {
  return List.safeParse(parsed?.[list]).data ?? [];
}

/** An issue of a part of the list as one of the list, of which `from` entries come before. */
function placedAfter(issue: z.core.$ZodIssue, from: number): z.core.$ZodIssue {
  const [list = "", place, ...below] = issue.path;
  return { ...issue, path: [list, Number(place) + from, ...below] };
}
