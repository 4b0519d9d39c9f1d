import { equalReadings, isReadingOf, type Reading } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { type AskedChange, type CheckedChange, refused } from "./check-change.ts";
import { baseReading, type StagingBasis } from "./staging-basis.ts";

/** The base value that the author saw, else the last one read. Null: unknown, so that L stays. */
export function seenBase(
  deps: Deps,
  { basis, asked, checked, index }: { basis: StagingBasis; asked: AskedChange; checked: CheckedChange; index: number },
): Reading | null {
  const { field, kind } = checked;
  if (field === null || kind === null) return null;
  if (checked.baseSeen !== undefined) return checked.baseSeen;
  const now = baseReading(deps, basis, field);
  if (asked.seen === undefined) return now;
  const { base } = asked.seen;
  if (base === null) return basis.base.state === "found" ? null : now;
  if (isReadingOf(kind, base) || equalReadings(kind, base, now, deps.service.profile.defaultRegion)) return base;
  throw refused(index, "/seen/base", `must be a valid value for ${kind}`, "the value that was seen");
}
