import { z } from "zod";
import { empty, json, keys, memberPointer, named, never, remove } from "./entries.ts";

const extensionMarks = z.array(z.string().min(1)).default([]).meta({ id: "extensionMarks" });
const phoneParts = {
  number: memberPointer,
  extension: memberPointer.optional(),
  label: memberPointer.optional(),
  extensionMarks,
};

/** One phone (`text`, `object`) or a list of them. */
const phoneShape = z.discriminatedUnion("form", [
  keys({ form: z.literal("text"), extensionMarks }),
  keys({ form: z.literal("texts"), extensionMarks }),
  keys({ form: z.literal("object"), ...phoneParts }),
  keys({ form: z.literal("objects"), ...phoneParts }),
]);

const phoneWrite = keys({
  format: z.enum(["as-typed", "e164", "national", "international", "digits"]).default("as-typed"),
  element: json.optional(),
  elementWithExtension: json.optional(),
  absentParts: z.enum(["omit", "null", "text"]).default("omit"),
  empty,
  remove,
});

export const phonesSchema = keys({
  kind: z.literal("phones"),
  at: memberPointer,
  shape: phoneShape,
  write: z.union([never, phoneWrite]).optional(),
  ...named,
});

export type PhonesMeaning = z.output<typeof phonesSchema>;
/** How the service represents phones. */
export type PhoneShape = z.output<typeof phoneShape>;
export type PhoneRules = z.output<typeof phoneWrite>;
