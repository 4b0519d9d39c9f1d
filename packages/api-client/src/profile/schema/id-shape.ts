import { z } from "zod";
import { keys, memberPointer } from "./entries.ts";

/** One id, bare, in an object, or now in one and now in the other form. */
const oneId = [
  keys({ form: z.literal("id") }).meta({ id: "bareId" }),
  keys({ form: z.literal("object"), id: memberPointer }).meta({ id: "idInObject" }),
  keys({ form: z.literal("id-or-object"), id: memberPointer }).meta({ id: "idOrObject" }),
] as const;
/** An id that is read in an object, and written bare. */
const expanded = keys({ form: z.literal("expanded"), id: memberPointer }).meta({ id: "expandedId" });
export const expandableShape = z.discriminatedUnion("form", [...oneId, expanded]).meta({ id: "expandableShape" });
export const referenceShape = z.discriminatedUnion("form", oneId).meta({ id: "referenceShape" });
/** A list of ids, or one id where the service keeps no list. */
export const setShape = z.discriminatedUnion("form", [
  keys({ form: z.literal("ids") }),
  keys({ form: z.literal("objects"), id: memberPointer }),
  keys({ form: z.literal("ids-or-objects"), id: memberPointer }),
  ...oneId,
]);

/** A member that holds an id, bare or in an object. */
export type ReferenceShape = z.output<typeof expandableShape>;
/** How the service represents a set. */
export type SetShape = z.output<typeof setShape>;
