import { numberText } from "#/json/json.ts";
import { z } from "zod";
import { keys, plain } from "#/profile/schema/entries.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({ kind: z.literal("word"), ...plain });

export const word = {
  ...plainMeaning,
  schema,
  says: "a word",
  spelled: () => "a word",
  written: () => "a word",
  decode: (_, raw) => (raw === "" ? null : typeof raw === "string" ? raw : (numberText(raw) ?? undefined)),
  encode: (_, value) => (typeof value === "string" ? value : undefined),
} as const satisfies MeaningKind<z.output<typeof schema>>;
