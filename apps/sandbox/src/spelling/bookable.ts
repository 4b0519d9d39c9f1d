import type { Json, JsonObject } from "#/json/json.ts";
import { valueAt, type Path } from "#/json/path.ts";
import type { ClosedBecause } from "#/seed/facts.ts";
import type { BookableDialect, RecordDialect } from "./dialect.ts";

/** Why a practitioner or a schedule cannot be booked, in words. */
export const closedWords: Readonly<Record<ClosedBecause, string>> = {
  onLeave: "On leave",
  panelFull: "Takes no new patients",
  retired: "Retired",
};

/** The members that say whether a record can be booked, and why not. */
export function bookableEntries(
  bookable: BookableDialect | undefined,
  closedBecause: ClosedBecause | null,
): readonly (readonly [Path, Json | undefined])[] {
  if (bookable === undefined) return [];
  const { at, yes, no, reason, codes } = bookable;
  const code = closedBecause === null ? null : codes[closedBecause];
  const closed = no === "missing" ? undefined : (no ?? code);
  return [[at, code === null ? yes : closed], ...(reason === null ? [] : [[reason, code] as const])];
}

/** Where a record says whether it can be booked. */
export function bookablePaths({ bookable }: RecordDialect): readonly Path[] {
  return bookable === undefined ? [] : [bookable.at, ...(bookable.reason === null ? [] : [bookable.reason])];
}

/** Why this record cannot be booked, in words; null where it can be, or does not say. */
export function closedReason({ bookable }: RecordDialect, raw: JsonObject): string | null {
  if (bookable === undefined) return null;
  const { at, yes, no, reason, codes } = bookable;
  const value = valueAt(raw, at) ?? null;
  if (value === yes || (value === null && no !== "missing")) return null;
  const code = reason === null ? value : valueAt(raw, reason);
  const known = (Object.keys(closedWords) as ClosedBecause[]).find((because) => codes[because] === code);
  return known === undefined ? "closed" : closedWords[known];
}
