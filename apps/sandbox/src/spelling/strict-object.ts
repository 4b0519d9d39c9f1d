import type { Path } from "#/json/path.ts";
import { z } from "zod";
import type { IdShape } from "#/seed/id-codec.ts";

/** One member that an object may or must hold, at any depth. */
export interface Leaf {
  readonly at: Path;
  readonly schema: z.ZodType;
}

export const text = (most: number) => z.string("A text is needed.").max(most, `At most ${most} characters.`);

/** An object with these members and no other; an object on the way is needed where one of its members is. */
export function strictObject(leaves: readonly Leaf[]): z.ZodObject<Record<string, z.ZodType>> {
  const members = new Map<string, Leaf[]>();
  for (const { at, schema } of leaves) {
    const [key = "", ...rest] = at;
    members.set(key, [...(members.get(key) ?? []), { at: rest, schema }]);
  }
  const shape: Record<string, z.ZodType> = {};
  for (const [key, inner] of members) {
    const [only] = inner;
    if (only && inner.length === 1 && only.at.length === 0) {
      shape[key] = only.schema;
      continue;
    }
    const nested = strictObject(inner);
    shape[key] = inner.every((leaf) => leaf.schema.safeParse(undefined).success) ? nested.optional() : nested;
  }
  return z.strictObject(shape);
}

export function idSchema({ prefix, alphabet }: IdShape, message: string): z.ZodString {
  const some = z.string(message).min(1, "Must not be empty.");
  return prefix === "" ? some : some.regex(new RegExp(`^${prefix}[${alphabet}]+$`), message);
}
