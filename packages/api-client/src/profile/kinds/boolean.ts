import { sameJson } from "#/json/json.ts";
import { z } from "zod";
import { keys, plain, scalar } from "#/profile/schema/entries.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({ kind: z.literal("boolean"), yes: scalar.default(true), no: scalar.default(false), ...plain });

export const boolean = {
  ...plainMeaning,
  schema,
  spelled: ({ yes, no }) => `${JSON.stringify(yes)} or ${JSON.stringify(no)}`,
  written: () => "true or false",
  decode: ({ yes, no }, raw) => (raw === "" ? null : sameJson(raw, yes) ? true : sameJson(raw, no) ? false : undefined),
  encode: ({ yes, no }, value) => (value === true ? yes : value === false ? no : undefined),
  problems({ yes, no }) {
    if (yes === "" || no === "")
      return [
        { keys: [yes === "" ? "yes" : "no"], message: "must not be empty: an empty text is read as no value at all" },
      ];
    return yes === no ? [{ keys: ["no"], message: `must differ from "yes", which is ${JSON.stringify(yes)} too` }] : [];
  },
} as const satisfies MeaningKind<z.output<typeof schema>>;
