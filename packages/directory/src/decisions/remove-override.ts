import { compareField } from "#/compare/compare-field.ts";
import { equalReadings } from "#/compare/equal-readings.ts";
import { underlyingReading } from "#/compare/field-state.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import { isUnsent } from "#/ledger/change-state.ts";
import { foldChanges } from "#/ledger/fold-changes.ts";
import { touchedElements } from "#/ledger/operation.ts";
import type { Reading } from "#/records/reading.ts";
import { decidesPart, findPart, refusal } from "./decision.ts";
import type { Decision } from "./decision.ts";

export interface Removal {
  withdraw: string[];
  /** The effective value once they are withdrawn. */
  effective: Reading | null;
  /** True when that is not the base value, so that taking base is offered. */
  offersTakeBase: boolean;
}

/** Removes an override that was never sent: which changes to withdraw, and what is effective then. */
export function removeOverride(input: FieldInput, part?: string): Decision<Removal> {
  const target = findPart(input, part);
  if (target === null) return refusal("no such part");
  const isConcerned = decidesPart(input, part, target);
  const unsent = input.changes.filter((change) => isUnsent(change) && isConcerned(change.operation));
  if (unsent.length === 0) {
    return refusal(target.row.override === null ? "no override" : "was sent");
  }
  if (part !== undefined && unsent.some((change) => touchedElements(change.operation, input.region) === null)) {
    return refusal("whole field was set");
  }
  const withdraw = unsent.map((change) => change.id);
  const left: FieldInput = {
    ...input,
    changes: input.changes.filter((change) => !withdraw.includes(change.id)),
  };
  const beneath = underlyingReading(left);
  const fold = foldChanges(beneath, left.changes, left.kind, left.region);
  const effective = fold.wanted ?? beneath;
  return { ok: true, withdraw, effective, offersTakeBase: isNotBase(left, effective, part) };
}

function isNotBase(left: FieldInput, effective: Reading | null, part: string | undefined): boolean {
  if (left.base === null || effective === null) return false;
  if (part === undefined) return !equalReadings(left.kind, effective, left.base, left.region);
  const after = compareField(left).parts.find((candidate) => candidate.key === part);
  return after !== undefined && after.verdict !== null && after.verdict !== "same";
}
