import type { Json } from "#/json/json.ts";
import type { ValueForm } from "./value-form.ts";

/** Whether a record can be booked at all, and the codes or texts of why not, as the service has them. */
export interface BookableValue {
  bookable: boolean;
  reasons: string[];
}

/** The value of a field of this kind; null for everything else. */
export function bookableOf(value: Json): BookableValue | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { bookable, reasons } = value;
  if (typeof bookable !== "boolean" || !Array.isArray(reasons)) return null;
  return { bookable, reasons: reasons.filter((reason) => typeof reason === "string") };
}

/** The reasons in the words that the profile has for their codes, else as the service has them. */
export function reasonsInWords({ reasons }: BookableValue, choices: ValueForm["choices"]): string[] {
  return reasons.map((reason) => choices?.find(({ value }) => value === reason)?.words ?? reason);
}

/** "yes", "no", "no: on leave"; null for what is no such value. */
export function bookableWords(value: Json, choices: ValueForm["choices"]): string | null {
  const bookable = bookableOf(value);
  if (bookable === null) return null;
  if (bookable.bookable) return "yes";
  return bookable.reasons.length === 0 ? "no" : `no: ${reasonsInWords(bookable, choices).join(", ")}`;
}
