import { z } from "zod";
import { isJsonArray, isJsonObject, numberText, sameJson, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { EntryProblem, ValueDescription } from "./meaning-kind.ts";
import { keys, memberPointer, named, never, scalar } from "#/profile/schema/entries.ts";

/** Whether a record can be booked at all, and why not; the console only reads it. A capability, and no kind of value. */
export const bookableMeaning = keys({
  kind: z.literal("bookable"),
  at: memberPointer,
  yes: z
    .array(scalar)
    .default([true])
    .meta({ description: "What stands there where it can be booked; anything else means that it cannot." }),
  missing: z
    .enum(["yes", "no"])
    .optional()
    .meta({ description: "What it means that nothing, or null, stands there; left out, the record does not say." }),
  reasons: keys({
    at: memberPointer.optional(),
    words: z.record(z.string(), z.string().trim().min(1)).default({}),
  }).default({ words: {} }),
  write: never.default("never"),
  ...named,
});

/** Whether a record can be booked, and the codes or texts of why not, as the service has them. */
export type Bookable = { bookable: boolean; reasons: string[] };

export type BookableMeaning = z.output<typeof bookableMeaning>;

/** What a record says of being booked; null where it says nothing, undefined for a value that is no scalar. */
export function decodeBookable(meaning: BookableMeaning, raw: JsonObject): Bookable | null | undefined {
  const value = valueAt(raw, meaning.at) ?? null;
  if (value === null)
    return meaning.missing === undefined ? null : answer(meaning, raw, meaning.missing === "yes", null);
  if (isJsonArray(value) || isJsonObject(value)) return undefined;
  return answer(
    meaning,
    raw,
    meaning.yes.some((yes) => sameJson(yes, value)),
    value,
  );
}

function answer({ reasons }: BookableMeaning, raw: JsonObject, bookable: boolean, value: Json): Bookable {
  if (bookable) return { bookable, reasons: [] };
  // A text that stands in the place of yes is the reason, unless there is a place for reasons.
  const reason =
    reasons.at === undefined ? (typeof value === "string" ? value : null) : (valueAt(raw, reasons.at) ?? null);
  const all = isJsonArray(reason) ? reason : [reason];
  return {
    bookable,
    reasons: all.flatMap((entry) => (typeof entry === "string" && entry !== "" ? entry : (numberText(entry) ?? []))),
  };
}

/** The reasons of why not, with their words. */
export function bookableChoices({ reasons }: BookableMeaning): ValueDescription["choices"] {
  return Object.entries(reasons.words).map(([value, words]) => ({ value, words }));
}

export function bookableProblems({ yes, missing }: BookableMeaning): readonly EntryProblem[] {
  return yes.length === 0 && missing !== "yes"
    ? [
        {
          keys: ["yes"],
          message: 'must hold a value, or nothing could be booked; it may be empty where "missing" is "yes"',
        },
      ]
    : [];
}
