import { isRawNumber, numberOf, numberText } from "#/json/json.ts";
import { z } from "zod";
import { keys, plain } from "#/profile/schema/entries.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({
  kind: z.literal("number"),
  as: z.enum(["number", "text"]).default("number").meta({ description: "How it is written; both are read." }),
  whole: z.boolean().default(false),
  min: z.number().optional(),
  max: z.number().optional(),
  ...plain,
});

export const number = {
  ...plainMeaning,
  schema,
  says: "a number",
  spelled: ({ as }) => (as === "text" ? "a number, as a text" : "a number"),
  written: () => "a number",
  decode: (_, raw) => (raw === "" ? null : (numberOf(raw) ?? undefined)),
  encode({ as }, value) {
    if (!Number.isFinite(value) && !isRawNumber(value)) return undefined;
    return as === "text" ? (numberText(value) ?? undefined) : value;
  },
  problems({ min = -Infinity, max = Infinity, whole }) {
    const isEmpty = min > max || (whole && Math.ceil(min) > Math.floor(max));
    return isEmpty
      ? [{ keys: ["max"], message: `must be at least ${whole ? Math.ceil(min) : min}: no number is possible` }]
      : [];
  },
  describe: ({ whole, min, max }) => ({ range: { whole, min: min ?? null, max: max ?? null } }),
} as const satisfies MeaningKind<z.output<typeof schema>>;
