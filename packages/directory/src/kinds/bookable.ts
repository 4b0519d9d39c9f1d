import { isJsonObject, type Json } from "#/json/json.ts";
import { plainValue, type ValueKind, type ValueLimits } from "./value-kind.ts";

/** Whether a record can be booked: a capability of the record, and no kind of value. */
export const bookable = {
  ...plainValue,
  isOf: () => true,
  possible: () => "whether it can be booked",
  words: (value, { choices }) => bookableWords(value, choices),
  told: "beside its name",
} as const satisfies ValueKind;

/** Whether a record can be booked at all, and the codes or texts of why not, as the service has them. */
export interface BookableValue {
  bookable: boolean;
  reasons: string[];
}

/** The value of a field of this kind; null for everything else. */
export function bookableOf(value: Json): BookableValue | null {
  if (!isJsonObject(value)) return null;
  const { bookable: can, reasons } = value;
  if (typeof can !== "boolean" || !Array.isArray(reasons)) return null;
  return { bookable: can, reasons: reasons.filter((reason) => typeof reason === "string") };
}

/** The reasons in the words that the profile has for their codes, else as the service has them. */
export function reasonsInWords({ reasons }: BookableValue, choices: ValueLimits["choices"]): string[] {
  return reasons.map((reason) => choices?.find(({ value }) => value === reason)?.words ?? reason);
}

/** "yes", "no", "no: on leave"; null for what is no such value. */
function bookableWords(value: Json, choices: ValueLimits["choices"]): string | null {
  const read = bookableOf(value);
  if (read === null) return null;
  if (read.bookable) return "yes";
  return read.reasons.length === 0 ? "no" : `no: ${reasonsInWords(read, choices).join(", ")}`;
}
