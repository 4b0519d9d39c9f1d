import { z } from "zod";
import { isJsonArray, numberText } from "#/json/json.ts";
import { keys, plain } from "#/profile/schema/entries.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({ kind: z.literal("text"), ...plain });

export const text = {
  ...plainMeaning,
  schema,
  says: "a text",
  spelled: () => "text",
  written: () => "text",
  decode: (_, raw) => (typeof raw === "string" ? raw : (numberText(raw) ?? undefined)),
  empty: (_, value) => (isJsonArray(value) ? undefined : value),
  encode: (_, value) => (typeof value === "string" ? value : undefined),
} as const satisfies MeaningKind<z.output<typeof schema>>;
