import type { Baseline, Known } from "#/ledger/baseline.ts";
import { initialBaseline, initialKnown, resolveReading } from "#/ledger/baseline.ts";
import type { Change } from "#/ledger/change.ts";
import { foldChanges } from "#/ledger/fold-changes.ts";
import { nextBaseline } from "#/ledger/next-baseline.ts";
import type { Presence } from "#/ledger/record-lifecycle.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { Reading } from "#/records/reading.ts";
import { equalReadings } from "./equal-readings.ts";
import type { FieldInput } from "./field-input.ts";

/**
 * The field with K and L as they follow base: in an index that lies over base, where nobody is known to have written the
 * field and the index says what base says. L stays where a change that is live or approved was decided against it.
 */
export function withFollowedBase(input: FieldInput): FieldInput {
  const { base, index, kind, region } = input;
  if (input.followsBase !== true || base === null || index === null) return input;
  if (!equalReadings(kind, index, base, region)) return input;
  return { ...input, known: { whole: index }, baseline: followedBaseline(input, index, base) };
}

/** L is base for all that nothing was decided about; what was approved is decided before it is live. */
function followedBaseline(input: FieldInput, index: Reading, base: Reading): Baseline {
  const { baseline, kind, original, region } = input;
  const decided = input.changes.map((change): Change =>
    change.state === "queued" ? { ...change, state: "held" } : change,
  );
  const { wanted, whole, elements } = foldChanges(index, decided, kind, region);
  if (wanted === null) return { whole: base };
  const before = resolveReading(kind, baseline, initialBaseline(original), region);
  if (whole !== null || before === null) return baseline;
  return nextBaseline(kind, { whole: base }, null, before, region, [...elements.keys()], [index, wanted]);
}

/** What is to be stored of K and L that followed base; null where that is stored already. */
export function followedMemory(input: FieldInput): { baseline?: Baseline; known?: Known } | null {
  const followed = withFollowedBase(input);
  if (followed === input) return null;
  const { kind, region, original } = input;
  const isStored = (before: Baseline, start: Reading | null, after: Baseline) => {
    const [was, now] = [resolveReading(kind, before, start, region), resolveReading(kind, after, start, region)];
    return now === null || (was !== null && equalReadings(kind, was, now, region));
  };
  const { baseline, known } = followed;
  const isKnownStored = isStored(input.known, initialKnown(original), known);
  const isBaselineStored = baseline === input.baseline || isStored(input.baseline, initialBaseline(original), baseline);
  if (isKnownStored && isBaselineStored) return null;
  return { ...(isKnownStored ? {} : { known }), ...(isBaselineStored ? {} : { baseline }) };
}

/** Whether a field that follows base differs from it: unless one of the readings is older, somebody else wrote the field. */
export function differsFromFollowedBase({ followsBase, base, index, kind, region }: FieldInput): boolean {
  return followsBase === true && base !== null && index !== null && !equalReadings(kind, base, index, region);
}

/** Whether the record follows base like `withFollowedBase`: presence is the value, and nothing of it is stored. */
export function followedPresence(
  presence: { original: Presence; baseline: Presence; base: Presence; index: Presence; known: Presence },
  followsBase: boolean,
): typeof presence {
  if (!followsBase || presence.index === null || presence.index !== presence.base) return presence;
  return { ...presence, known: presence.index, baseline: presence.base };
}

/**
 * Whether a value that reads as wanted shows that somebody wrote it. In an index that lies over base, a value that nobody
 * is known to have written and that base has too shows nothing.
 */
export function provesWrite(
  kind: FieldKind,
  { index, base, isWrittenByUs }: { index: Reading; base: Reading; isWrittenByUs: boolean },
  region: string,
): boolean {
  return isWrittenByUs || !equalReadings(kind, index, base, region);
}
