import { z } from "zod";
import { elementWrite, keys, memberPointer, named, noun } from "#/profile/schema/entries.ts";
import { referenceShape } from "#/profile/schema/id-shape.ts";
import { decodeId, encodeId, unreadableId } from "./id-element.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({
  kind: z.literal("reference"),
  to: noun,
  at: memberPointer,
  shape: referenceShape.default({ form: "id" }),
  write: elementWrite.optional(),
  ...named,
});

export const reference = {
  ...plainMeaning,
  schema,
  says: "an id",
  placeholders: ["id"],
  spelled: () => "the id of a record",
  written: () => "an id",
  decode: ({ shape }, raw) => decodeId(raw, shape) ?? undefined,
  encode: (meaning, value, _, { field }) => (typeof value === "string" ? encodeId(meaning, value, field) : undefined),
  unreadable: (meaning) => unreadableId(meaning, true),
  describe: ({ to }) => ({ of: to, refersTo: to }),
} as const satisfies MeaningKind<z.output<typeof schema>>;
