import { isJsonArray, type Json, type JsonObject } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import type { OwnMeaning } from "#/profile/schema/profile-schema.ts";

/** Whether a record can be booked, and the codes or texts of why not, as the service has them. */
export type Bookable = { bookable: boolean; reasons: string[] };

type BookableMeaning = Extract<OwnMeaning, { kind: "bookable" }>;

/** What a record says of being booked; null where it says nothing, undefined for a value that is no scalar. */
export function decodeBookable(meaning: BookableMeaning, raw: JsonObject): Bookable | null | undefined {
  const value = valueAt(raw, meaning.at) ?? null;
  if (value === null)
    return meaning.missing === undefined ? null : answer(meaning, raw, meaning.missing === "yes", null);
  if (typeof value === "object") return undefined;
  return answer(meaning, raw, meaning.yes.includes(value), value);
}

function answer({ reasons }: BookableMeaning, raw: JsonObject, bookable: boolean, value: Json): Bookable {
  if (bookable) return { bookable, reasons: [] };
  // A text that stands in the place of yes is the reason, unless there is a place for reasons.
  const reason =
    reasons.at === undefined ? (typeof value === "string" ? value : null) : (valueAt(raw, reasons.at) ?? null);
  const all = isJsonArray(reason) ? reason : [reason];
  return {
    bookable,
    reasons: all.flatMap((entry) =>
      typeof entry === "string" && entry !== "" ? entry : typeof entry === "number" ? String(entry) : [],
    ),
  };
}
