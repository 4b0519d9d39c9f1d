import { z } from "zod";
import { isRawNumber, type Json, type RawNumber } from "#/json/json.ts";
import { parsePointer } from "#/json/pointer.ts";

/** An object that names its known keys when it meets another. */
export function keys<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? `unknown key; known here: ${known}` : undefined),
  });
}

/** A JSON Pointer into an answer; the empty one is the whole answer. */
export const pointer = z
  .string()
  .refine((text) => parsePointer(text) !== null, 'must be a JSON Pointer, such as "/data" ("" is the whole value)')
  .meta({ id: "pointer" });
/** A JSON Pointer that names a member. */
export const memberPointer = pointer
  .refine((text) => text !== "", 'must name a member, such as "/name"')
  .meta({ id: "memberPointer" });
export const noun = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, "must be a camelCase word")
  .meta({ id: "noun" });

/** Where an entry comes from: the interface says it, or it is our assumption. */
export const origin = {
  status: z.enum(["documented", "assumed"]).default("assumed").meta({ id: "origin" }),
  note: z.string().optional(),
};

export const json: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.custom<RawNumber>(isRawNumber),
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(json),
    z.record(z.string(), json),
  ]),
);

/** How a value that holds nothing is written: as it is given, as null, as an empty list or as empty text. */
export const empty = z.enum(["as-given", "null", "list", "text"]).default("as-given").meta({ id: "empty" });
/** How a value is removed: not at all, or by null. */
export const remove = z.enum(["refuse", "null"]).default("refuse").meta({ id: "remove" });

export const never = z.literal("never");
export const elementWrite = z
  .union([never, keys({ element: json.optional(), empty, remove })])
  .meta({ id: "elementWrite" });
const plainWrite = z.union([never, keys({ empty, remove })]).meta({ id: "plainWrite" });

/** What every meaning may say besides its value. */
export const named = {
  label: z.string().trim().min(1).max(80).optional().meta({
    id: "label",
    description: 'Its name on screens and in sentences, as it is written inside one: "accepts new patients".',
  }),
  ...origin,
};
export const plain = { at: memberPointer, write: plainWrite.optional(), ...named };
export const scalar = z
  .union([z.string(), z.number(), z.boolean()], {
    error: "must be a text, a number of at most 15 digits, true or false",
  })
  .meta({ id: "scalar" });
