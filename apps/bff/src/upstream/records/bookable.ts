import type { MeaningDescription, ServiceProfile } from "@dc/api-client";
import { bookableOf, type JsonObject, type Reading, reasonsInWords } from "@dc/directory";
import { toReading } from "./field-reading.ts";

/** Whether a record can be booked at all; why not, in the profile's words for the service's codes. */
export interface Bookable {
  bookable: boolean;
  reasons: string[];
}

/** The meaning that says whether records of a type can be booked; null where the profile has none. */
export function bookableMeaning(profile: ServiceProfile, type: string): MeaningDescription | null {
  if (!profile.recordTypes.includes(type)) return null;
  return profile.meanings(type).find(({ kind }) => kind === "bookable") ?? null;
}

/** Whether a raw record can be booked by what it says itself; null where neither it nor the profile says so. */
export function bookableIn(profile: ServiceProfile, type: string, raw: JsonObject | null): Bookable | null {
  return raw === null ? null : bookableBy(profile, type, () => profile.decode(type, raw));
}

/** The same by what its meanings say; null where they cannot be read. */
export function bookableBy(
  profile: ServiceProfile,
  type: string,
  read: () => ReturnType<ServiceProfile["decode"]> | null,
): Bookable | null {
  const meaning = bookableMeaning(profile, type);
  if (meaning === null || meaning.via.length > 0) return null;
  const readings = read();
  return readings === null ? null : saidBy(meaning, toReading(readings[meaning.name]));
}

/** A reading of such a meaning with its reasons in words; null where it says nothing. */
export function saidBy({ choices }: MeaningDescription, reading: Reading): Bookable | null {
  const value = "value" in reading ? bookableOf(reading.value) : null;
  return value === null ? null : { bookable: value.bookable, reasons: reasonsInWords(value, choices) };
}
