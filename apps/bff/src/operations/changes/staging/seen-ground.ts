import {
  type Change,
  equalPart,
  equalReadings,
  type FieldKind,
  isLive,
  isReadingOf,
  type Operation,
  type Reading,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { isWritten, touchesSamePart } from "#/ledger/grounds/ground.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import type { StoredGround } from "#/store/schema/ledger-tables.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { type AskedChange, type CheckedChange, refused } from "./check-change.ts";
import { baseReading, hereReading, type StagingBasis } from "./staging-basis.ts";

interface Seen {
  basis: StagingBasis;
  asked: AskedChange;
  checked: CheckedChange;
  index: number;
}

/** The base value that the author saw, else the last one read. Null: unknown, so that L stays. */
export function seenBase(deps: Deps, { basis, asked, checked, index }: Seen): Reading | null {
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

interface Staged {
  basis: StagingBasis;
  asked: Pick<AskedChange, "seen" | "checkedAgainst" | "restores">;
  checked: Pick<CheckedChange, "field" | "kind" | "operation">;
  /** What the directory says without drafts. */
  effective: Reading | null;
  /** The live changes of the record, and all that are staged or live on it. */
  live: readonly Pick<Change, "id">[];
  rows: readonly ChangeRow[];
  /** Those that were shown, staged then. */
  shown: readonly ChangeRow[];
}

/** What the author of a change saw: the values that the request states, and for the rest those read for it. */
export function seenGround(
  deps: Deps,
  { basis, asked, checked, effective, live, rows, shown }: Staged,
): StoredGround | null {
  const { field, kind, operation } = checked;
  const now = deps.clock.now();
  if (operation.op === "create") return null;
  if (field === null || kind === null) {
    const content = ({ contentHash }: StagingBasis["base"]): Reading =>
      contentHash === null ? { absent: true } : { value: contentHash };
    const value = live.map(({ id }) => id);
    return {
      base: content(basis.base),
      index: content(basis.here),
      effective: { value },
      shown: [],
      at: now.toISOString(),
    };
  }
  const isOurs = isProvisional(basis.record);
  const isRestore = asked.checkedAgainst === "index";
  const { seen } = asked;
  return {
    // What is restored may be what base said before: its author sees what base says now.
    base: isOurs ? null : ((asked.restores === true ? null : seen?.base) ?? baseReading(deps, basis, field)),
    index: isOurs ? null : (seen?.index ?? hereReading(deps, basis, field)),
    effective: isRestore ? null : (seen?.effective ?? effective),
    shown: shown.filter((row) => touchesSamePart(deps, row, { field, kind, operation })).map(({ id }) => id),
    at: seenAt(deps, rows, { field, kind, operation, seen, index: hereReading(deps, basis, field), effective, now }),
  };
}

interface SeenField {
  field: string;
  kind: FieldKind;
  operation: Operation;
  seen: AskedChange["seen"];
  /** What the index was last read to say, and what the directory says without drafts. */
  index: Reading;
  effective: Reading | null;
  now: Date;
}

/** Since when a ground holds: where its author saw what was there before a write of ours was read back, or became live, since then. */
function seenAt(
  deps: Deps,
  rows: readonly ChangeRow[],
  { field, kind, operation, seen, index, effective, now }: SeenField,
): string {
  const region = deps.service.profile.defaultRegion;
  const live = rows.filter((row) => row.field === field && (isLive(row) || row.state === "queued"));
  if (live.length === 0) return now.toISOString();
  const isSame = (a: Reading, b: Reading) => equalPart(kind, operation, { a, b, effective: effective ?? b }, region);
  const isOther = (saw: Reading | null | undefined, is: Reading | null) =>
    saw != null && is !== null && !isSame(saw, is);
  const isRead = (row: ChangeRow) => isWritten(row) && row.intended !== null && isSame(index, row.intended);
  const unseen = [
    isOther(seen?.index, index) ? live.findLast(isRead) : undefined,
    isOther(seen?.effective, effective)
      ? live.findLast((row) => touchesSamePart(deps, row, { field, kind, operation }))
      : undefined,
  ].flatMap((row) => row?.updated_at ?? []);
  return new Date(Math.min(now.getTime(), ...unseen.map((at) => at.getTime()))).toISOString();
}
