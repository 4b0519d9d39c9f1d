import type { OverrideMark } from "#/ledger/fold-changes.ts";
import { type FieldKind, shapeOf } from "#/kinds/kinds.ts";
import type { FieldKey } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";
import { comparePhones } from "./compare-phones.ts";
import { compareParts } from "./compare-parts.ts";
import { compareSet } from "./compare-set.ts";
import type { FieldComparison, Flag, PartComparison } from "./comparison.ts";
import { equalityOf, fieldFlags, fieldState, flagsOf, uniqueFlags, withPolicy } from "./field-state.ts";
import type { FieldInput } from "./field-input.ts";
import type { FieldState } from "./field-state.ts";
import { verdictBetween, worstVerdict } from "./verdict.ts";

/** Compares one field of a directory with the standard index: its verdict and those of its parts, by the tables of SPEC.md. */
export function compareField(input: FieldInput): FieldComparison {
  const state = fieldState(input);
  const { values } = state;
  const parts = input.mayBeLate === true ? withLateRequest(partsOf(state)) : partsOf(state);
  const override = withPolicy(input, lastMark(state));
  const isRead = values.base !== null && values.index !== null;
  const equal = equalityOf(input);
  const whole =
    parts.length === 0 && isRead && values.base !== null && values.effective !== null
      ? verdictBetween(values.effective, values.base, values.baseline, equal)
      : null;
  const isRedundant =
    override !== null &&
    !state.pins.has(override.changeId) &&
    values.base !== null &&
    values.effective !== null &&
    equal(values.base, values.effective);
  const redundant: Flag[] = isRedundant ? ["redundant"] : [];
  const unitFlags =
    parts.length === 0
      ? flagsOf(values, override, equal, state.pins)
      : partFlags(parts, values.index === null ? flagsOf(values, override, equal, state.pins) : []);
  const late: Flag[] = input.mayBeLate === true && unitFlags.includes("outside") ? ["late request"] : [];
  return {
    key: input.key,
    kind: input.kind,
    verdict: parts.length === 0 ? whole : isRead ? worstVerdict(parts.map((part) => part.verdict)) : null,
    flags: uniqueFlags([...unitFlags, ...late, ...policyFlags(state), ...redundant, ...fieldFlags(state)]),
    values,
    override,
    drafts: state.drafts.map((change) => change.id),
    parts,
  };
}

function partsOf(state: FieldState): PartComparison[] {
  switch (shapeOf(state.input.kind)) {
    case "whole":
      return [];
    case "members":
      return compareSet(state) ?? [];
    case "keyed":
      return comparePhones(state) ?? [];
    case "parts":
      return compareParts(state) ?? [];
  }
}

/** The parts, each that is outside with the reason. */
function withLateRequest(parts: readonly PartComparison[]): PartComparison[] {
  return parts.map((part) => ({
    ...part,
    flags: part.flags.flatMap((flag): Flag[] => (flag === "outside" ? [flag, "late request"] : [flag])),
    parts: withLateRequest(part.parts),
  }));
}

/** The flags of the parts; policy flags come from every deciding change, also from one that no part shows. */
function partFlags(parts: readonly PartComparison[], ofField: readonly Flag[]): Flag[] {
  return [...ofField, ...parts.flatMap((part) => part.flags)].filter(
    (flag) => flag !== "pinned" && flag !== "following",
  );
}

function policyFlags(state: FieldState): Flag[] {
  return marksOf(state).map((mark) => (withPolicy(state.input, mark)?.policy === "follow" ? "following" : "pinned"));
}

function marksOf(state: FieldState): OverrideMark[] {
  return [...state.fold.elements.values(), ...(state.fold.whole === null ? [] : [state.fold.whole])];
}

function lastMark(state: FieldState): OverrideMark | null {
  const marks = marksOf(state);
  const last = state.fold.changes.at(-1);
  return marks.find((mark) => mark.changeId === last) ?? marks.at(-1) ?? null;
}

/** Compares one field of two indices without a common ancestor: `same` or `differs`, part by part. */
export function compareReadings(
  field: { key: FieldKey; kind: FieldKind },
  index: Reading | null,
  base: Reading | null,
  region: string,
): FieldComparison {
  return compareField({
    ...field,
    original: null,
    baseline: {},
    known: {},
    base: base,
    index: index,
    changes: [],
    region,
  });
}
