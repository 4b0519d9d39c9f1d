import { applyOperations } from "#/ledger/apply-operation.ts";
import { initialBaseline, initialKnown, resolveReading } from "#/ledger/baseline.ts";
import { previewChanges } from "#/ledger/change.ts";
import type { Change } from "#/ledger/change.ts";
import { foldChanges } from "#/ledger/fold-changes.ts";
import type { Fold, OverrideMark } from "#/ledger/fold-changes.ts";
import { operationFits } from "#/ledger/operation.ts";
import { isEmpty } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { allFlags, type Flag, type Values } from "./comparison.ts";
import { equalReadings } from "./equal-readings.ts";
import type { FieldInput } from "./field-input.ts";
import { withFollowedBase } from "./follow-base.ts";

/** The values of a field and what its changes do to them: what every comparison of the field starts from. */
export interface FieldState {
  input: FieldInput;
  values: Values;
  fold: Fold;
  drafts: readonly Change[];
  /** The changes that pin what is so: equal to base is what they are meant to be, so they are never redundant. */
  pins: ReadonlySet<string>;
  initialBaseline: Reading | null;
  initialKnown: Reading | null;
}

export function fieldState(given: FieldInput): FieldState {
  const input = withFollowedBase(given);
  const { kind, region, index } = input;
  const beneath = underlyingReading(input);
  const fold = foldChanges(beneath, input.changes, kind, region);
  const effective = fold.wanted ?? beneath;
  const isStaged = input.created?.staged === true;
  const drafts = previewChanges(input.changes).filter((change) => operationFits(kind, change.operation));
  const preview = applyOperations(
    kind,
    isStaged ? (input.created?.reading ?? null) : effective,
    drafts.map(({ operation }) => operation),
    region,
  );
  const baselineStart = initialBaseline(input.original);
  const knownStart = initialKnown(input.original);
  return {
    input,
    fold,
    drafts,
    pins: new Set(input.changes.flatMap(({ id, operation }) => (operation.op === "pinValue" ? [id] : []))),
    initialBaseline: baselineStart,
    initialKnown: knownStart,
    values: {
      original: input.original?.reading ?? null,
      baseline: resolveReading(kind, input.baseline, baselineStart, region),
      base: input.base,
      index,
      known: resolveReading(kind, input.known, knownStart, region),
      wanted: fold.wanted,
      effective,
      preview: drafts.length === 0 && !isStaged ? null : preview,
    },
  };
}

/** What the changes of a field are laid over: the index, or what the record is created with where the index has not got it. */
export function underlyingReading({ created, index }: FieldInput): Reading | null {
  return created === undefined || created.staged ? index : created.reading;
}

/** The override with its current policy, which a person may have changed since. */
export function withPolicy(input: FieldInput, mark: OverrideMark | null): OverrideMark | null {
  return mark === null || input.policy === undefined ? mark : { ...mark, policy: input.policy };
}

/** The flags that an undivided value or one part has; `equal` compares two of its readings. */
export function flagsOf(
  values: Values,
  override: OverrideMark | null,
  equal: (a: Reading, b: Reading) => boolean,
  pins: ReadonlySet<string>,
): Flag[] {
  const { base, index, known, wanted, effective } = values;
  const flags: Flag[] = [];
  if (
    override !== null &&
    override.state !== "applied" &&
    wanted !== null &&
    (index === null || !equal(index, wanted))
  ) {
    flags.push("held");
  }
  if (known !== null && index !== null && !equal(index, known)) flags.push("outside");
  if (
    override !== null &&
    !pins.has(override.changeId) &&
    base !== null &&
    effective !== null &&
    equal(base, effective)
  ) {
    flags.push("redundant");
  }
  if (override !== null) flags.push(override.policy === "pin" ? "pinned" : "following");
  return flags;
}

/** The flags that only a whole field has. */
export function fieldFlags(state: FieldState): Flag[] {
  const { base, index, effective } = state.values;
  const flags: Flag[] = [];
  if (state.input.stale === true) flags.push("stale");
  if ([base, index].some((reading) => reading !== null && "absent" in reading)) flags.push("absent");
  if ([base, effective].some((reading) => reading !== null && isEmpty(reading))) flags.push("empty");
  return flags;
}

export function uniqueFlags(flags: Iterable<Flag>): Flag[] {
  const unique = new Set(flags);
  return allFlags.filter((flag) => unique.has(flag));
}

export function equalityOf(input: FieldInput): (a: Reading, b: Reading) => boolean {
  return (a, b) => equalReadings(input.kind, a, b, input.region);
}
