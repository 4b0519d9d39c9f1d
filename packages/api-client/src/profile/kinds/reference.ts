import { z } from "zod";
import { isJsonObject, type Json } from "#/json/json.ts";
import { withValueAt } from "#/json/pointer.ts";
import { elementWrite, keys, memberPointer, named, noun } from "#/profile/schema/entries.ts";
import { expandableShape } from "#/profile/schema/id-shape.ts";
import { decodeId, encodeId, unreadableId } from "./id-element.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({
  kind: z.literal("reference"),
  to: noun,
  at: memberPointer,
  shape: expandableShape.default({ form: "id" }),
  write: elementWrite.optional(),
  ...named,
});

type Reference = z.output<typeof schema>;

/** Another id in the place of one that is read expanded: an object still, as whoever reads it expects. */
function expanded({ shape }: Reference, id: string, raw: Json | undefined): Json | undefined {
  return shape.form === "expanded" && isJsonObject(raw) ? (withValueAt({}, shape.id, id) ?? undefined) : undefined;
}

export const reference = {
  ...plainMeaning,
  schema,
  says: "an id",
  placeholders: ["id"],
  spelled: () => "the id of a record",
  written: () => "an id",
  decode: ({ shape }, raw) => decodeId(raw, shape) ?? undefined,
  encode: (meaning, value, raw, { field }) =>
    typeof value === "string" ? (expanded(meaning, value, raw) ?? encodeId(meaning, value, field)) : undefined,
  unreadable: (meaning) => unreadableId(meaning, true),
  describe: ({ to }) => ({ of: to, refersTo: to }),
} as const satisfies MeaningKind<Reference>;
