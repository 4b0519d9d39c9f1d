import { type Change, equalReadings, isReadingOf, type Reading } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { touchesSamePart } from "#/ledger/grounds/ground.ts";
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
  asked: Pick<AskedChange, "seen" | "seenDrafts" | "checkedAgainst" | "restores">;
  checked: Pick<CheckedChange, "field" | "kind" | "operation">;
  /** What the directory says without drafts. */
  effective: Reading | null;
  /** The live changes of the record, and the staged ones that the author could see. */
  live: readonly Pick<Change, "id">[];
  staged: readonly ChangeRow[];
}

/** What the author of a change saw: the values that the request states, and for the rest those read for it. */
export function seenGround(
  deps: Deps,
  { basis, asked, checked, effective, live, staged }: Staged,
): StoredGround | null {
  const { field, kind, operation } = checked;
  const at = deps.clock.now().toISOString();
  if (operation.op === "create") return null;
  if (field === null || kind === null) {
    const content = ({ contentHash }: StagingBasis["base"]): Reading =>
      contentHash === null ? { absent: true } : { value: contentHash };
    const value = live.map(({ id }) => id);
    return { base: content(basis.base), index: content(basis.here), effective: { value }, shown: [], at };
  }
  const isOurs = isProvisional(basis.record);
  const isRestore = asked.checkedAgainst === "index";
  const { seen } = asked;
  const shown = staged.filter(
    (draft) =>
      (asked.seenDrafts === undefined || asked.seenDrafts.includes(draft.id)) &&
      touchesSamePart(deps, draft, { field, kind, operation }),
  );
  return {
    // What is restored may be what base said before: its author sees what base says now.
    base: isOurs ? null : ((asked.restores === true ? null : seen?.base) ?? baseReading(deps, basis, field)),
    index: isOurs ? null : (seen?.index ?? hereReading(deps, basis, field)),
    effective: isRestore ? null : (seen?.effective ?? effective),
    shown: shown.map(({ id }) => id),
    at,
  };
}
