import {
  applyOperation,
  type FieldKind,
  type JsonObject,
  type Operation,
  type Reading,
  type RecordKey,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { fieldProblem } from "#/operations/changes/staging/field-problem.ts";
import { valueOfField } from "#/operations/changes/staging/one-value.ts";
import { sizeProblem, valueProblem } from "#/operations/changes/staging/value-problem.ts";
import { toEncodeFailure } from "#/upstream/encode-failure.ts";
import { holdsOne } from "#/upstream/records/field-reading.ts";

interface Unwritable {
  record: RecordKey;
  /** As it was last read; null where it is not there. */
  raw: JsonObject | null;
  field: string;
  kind: FieldKind;
  operation: Operation;
  effective: Reading;
  /** What the record says here and in base. */
  known: readonly Reading[];
}

/** Why what a cell says would be refused when it is staged, as the end of a sentence; null if it would not be. */
export function unwritable(
  deps: Deps,
  { record, raw, field, kind, operation, effective, known }: Unwritable,
): string | null {
  const { profile } = deps.service;
  const { type } = record;
  const problem =
    fieldProblem(deps, type, field) ??
    (operation.op === "set" ? sizeProblem(kind, operation.value) : null) ??
    valueProblem(deps, { type, field, kind, operation, isSentAsItStands: false, known });
  if (problem !== null) return problem;
  const region = profile.defaultRegion;
  try {
    const whole = holdsOne(profile, type, field) ? valueOfField(operation, kind, effective, region) : operation;
    profile.encodeReading(
      type,
      raw ?? profile.newRecord(type),
      field,
      applyOperation(kind, effective, whole, region) ?? effective,
    );
    return null;
  } catch (error) {
    const failure = toEncodeFailure(error);
    if (failure === undefined) throw error;
    return `cannot be written: ${failure.detail}`;
  }
}
