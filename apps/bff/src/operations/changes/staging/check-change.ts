import type { StageChangesInput } from "@dc/contract";
import {
  applyOperation,
  type Change,
  type FieldKind,
  operationFits,
  type Operation,
  phonesOf,
  jsonPointer,
  provisionalId,
  type Reading,
  shapeOf,
} from "@dc/directory";
import type { z } from "zod";
import type { Deps } from "#/context/deps.ts";
import { operationError, type OperationError } from "#/runtime/errors.ts";
import { toEncodeFailure } from "#/upstream/encode-failure.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { holdsOne, kindOf } from "#/upstream/records/field-reading.ts";
import { baseReading, existsFor, hereReading, rawOf, type StagingBasis } from "./staging-basis.ts";
import { toOperation } from "./to-operation.ts";
import type { NewDraft } from "#/ledger/changes.ts";
import { effectiveOver } from "#/ledger/effective-reading.ts";
import { nameEntries } from "./name-entries.ts";
import { draftedValue, returnOfField, valueOfField } from "./one-value.ts";
import { fieldProblem } from "./field-problem.ts";
import type { KeptReview } from "#/store/tables/activity/gone-drafts.ts";
import { sizeProblem, valueProblem } from "./value-problem.ts";

export type AskedChange = z.output<typeof StageChangesInput>["changes"][number] & {
  /** Restores a value from before; values that the service had itself are not checked for plausibility. */
  restores?: true;
  /** Compares with the index instead of the directory, for changes that restore ours in the index. */
  checkedAgainst?: "index";
  /** It was a draft before: it is staged again even where it seems to change nothing. */
  wasDraft?: true;
  /** What it was before it was discarded: whose, since when, and under which id. */
  restored?: RestoredDraft;
  /** It was under review when an edit took its place. */
  wasUnderReview?: KeptReview;
};

export type RestoredDraft = Pick<NewDraft, "id" | "created_by" | "created_at"> &
  Partial<Pick<NewDraft, "settled_by" | "policy" | "evidence_id">> & { evidence?: null };

/** A checked change, as the ledger stores it. */
export interface CheckedChange {
  field: string | null;
  kind: FieldKind | null;
  operation: Operation;
  /** The base value that it was made against, if already known. */
  baseSeen?: Reading | null;
  /** Restores a value from before. */
  restores?: true;
}

/** Checks that need no reading: the record type, the field and the shape of the operation. */
export function checkShape(deps: Deps, asked: AskedChange, index: number): CheckedChange {
  const { profile } = deps.service;
  const { record, field } = asked;
  if (!profile.recordTypes.includes(record.type)) {
    throw refused(index, "/record/type", `must be one of ${profile.recordTypes.join(", ")}`);
  }
  const { op } = asked.operation;
  if (op === "create" || op === "delete") {
    if (op === "create" && !provisionalId.test(record.id))
      throw refused(index, "/record/id", "must be a provisional id: new_ followed by 16 letters or digits");
    if (field !== undefined) throw refused(index, "/field", `must be omitted: ${op} applies to the whole record`);
    for (const given of asked.operation.op === "create" ? Object.keys(asked.operation.fields) : []) {
      const why = fieldProblem(deps, record.type, given);
      if (why !== null) throw refused(index, `/operation/fields${jsonPointer([given])}`, why);
    }
    for (const [given, value] of asked.operation.op === "create" ? Object.entries(asked.operation.fields) : []) {
      const why = sizeProblem(kindOf(profile, record.type, given), value);
      if (why !== null) throw refused(index, `/operation/fields${jsonPointer([given])}`, why);
    }
    const { defaults } = profile.creationRules(record.type);
    const whole = op === "create" ? { op, fields: { ...defaults, ...asked.operation.fields } } : asked.operation;
    const operation = toOperation(whole, (given = "") => kindOf(profile, record.type, given));
    return { field: null, kind: null, operation };
  }
  if (field === undefined) throw refused(index, "/field", "is required");
  const kind = kindOf(profile, record.type, field);
  if (kind === undefined) {
    const composed = profile.composed(record.type).find(({ name }) => name === field);
    if (composed !== undefined) throw refused(index, "/field", composed.notWritable);
    const known = profile.meanings(record.type).map(({ name }) => name);
    throw refused(index, "/field", `must be one of ${known.join(", ")}, or a JSON Pointer`);
  }
  const why = fieldProblem(deps, record.type, field);
  if (why !== null) throw refused(index, "/field", why);
  const isReadOnly = profile
    .meanings(record.type)
    .some(({ name, via, isWritable }) => name === field && via.length === 0 && !isWritable);
  if (isReadOnly) {
    const noun = `“${fieldNoun(profile, record.type, field)}”`;
    throw refused(index, "/field", "is only read: by the service profile nobody but the service changes it", noun);
  }
  // A value that the service had itself is restored whatever its size.
  const size =
    asked.operation.op === "set" && asked.restores !== true ? sizeProblem(kind, asked.operation.value) : null;
  if (size !== null) throw refused(index, "/operation/value", size);
  const operation = toOperation(asked.operation, () => kind);
  if (!operationFits(kind, operation))
    throw refused(index, "/operation", `"${op}" with this element is not possible for ${kind}`);
  for (const phone of phonesIn(operation, kind)) {
    if (phone === null || phone.number.trim() === "")
      throw refused(index, "/operation", "must have a number for every phone");
  }
  return { field, kind, operation, ...(asked.restores === true ? { restores: true } : {}) };
}

function phonesIn(operation: Operation, kind: FieldKind): ({ number: string } | null)[] {
  if (shapeOf(kind) !== "keyed") return [];
  if (operation.op === "set") return phonesOf({ value: operation.value }) ?? [null];
  if (operation.op === "add" && typeof operation.element !== "string") return [operation.element];
  return operation.op === "replace" && typeof operation.by !== "string" ? [operation.by] : [];
}

/** Asks for the whole field where the service keeps one value; a value from before is restored as it was. */
export function askedOfField({ service: { profile } }: Deps, asked: AskedChange): AskedChange {
  if (asked.restores === true || !holdsOne(profile, asked.record.type, asked.field)) return asked;
  return { ...asked, operation: returnOfField(asked.operation) };
}

/** Refuses at staging what the profile cannot write. Returns E before and after the change, and the operation to store. */
export function checkEncoding(
  deps: Deps,
  {
    basis,
    asked,
    checked,
    indexId,
    live,
    drafts,
    index,
  }: {
    basis: StagingBasis;
    asked: AskedChange;
    checked: CheckedChange;
    indexId: string;
    live: readonly Change[];
    /** The drafts of the record in this set. */
    drafts: Parameters<typeof draftedValue>[0];
    index: number;
  },
): { before: Reading; operation: Operation } | null {
  const { writes, profile } = { writes: deps.service.client.writes, profile: deps.service.profile };
  const { record } = basis;
  const { field, kind } = checked;
  let { operation } = checked;
  try {
    if (operation.op === "create") {
      for (const [key, value] of Object.entries(operation.fields)) {
        const given = kindOf(profile, record.type, key) ?? "json";
        const part = { type: record.type, field: key, kind: given, operation: { op: "set", value } } as const;
        const problem = valueProblem(deps, { ...part, isSentAsItStands: asked.asItStands === true, known: [] });
        if (problem !== null)
          throw refused(index, `/operation/fields${jsonPointer([key])}`, problem, nounOf(profile, record.type, key));
      }
      const fields = Object.fromEntries(Object.entries(operation.fields).map(([key, value]) => [key, { value }]));
      writes.describeCreate({ type: record.type, index: indexId, fields });
      return null;
    }
    if (!existsFor(basis, live))
      throw refused(
        index,
        "/record",
        `must exist in this index version: the service has no ${record.type} ${record.id} here`,
      );
    if (field === null || kind === null) return null;
    const isOfIndex = asked.checkedAgainst === "index";
    const here = hereReading(deps, basis, field);
    const before = isOfIndex
      ? here
      : effectiveOver(deps, { field, kind, isThere: basis.here.raw !== null, index: () => here }, live);
    const known = [before, here, baseReading(deps, basis, field)];
    if (field.startsWith("/") && known.every((reading) => "absent" in reading))
      throw refused(
        index,
        "/field",
        "must exist in the record: neither this index version nor the standard index has it",
      );
    const { defaultRegion } = profile;
    const ofField = drafts.filter((draft) => draft.field === field).map((draft) => draft.operation);
    const entry = nameEntries(kind, operation, { before, drafts: ofField }, defaultRegion);
    if (typeof entry === "string") throw refused(index, "/operation/element", entry);
    operation = entry;
    const problem =
      checked.restores === true
        ? null
        : valueProblem(deps, {
            type: record.type,
            field,
            kind,
            operation,
            isSentAsItStands: asked.asItStands === true,
            known,
          });
    if (problem !== null)
      throw refused(
        index,
        operation.op === "set" && isCheckedAsWhole(kind) ? "/operation/value" : "/operation",
        problem,
        nounOf(profile, record.type, field),
      );
    if (holdsOne(profile, record.type, field))
      operation = valueOfField(operation, kind, draftedValue(drafts, field) ?? before, profile.defaultRegion);
    const after = applyOperation(kind, before, operation, profile.defaultRegion) ?? before;
    writes.describeUpdate({
      type: record.type,
      id: record.id,
      index: indexId,
      fields: { [field]: after },
      current: rawOf(basis),
    });
    return { before, operation };
  } catch (error) {
    const failure = toEncodeFailure(error);
    if (failure === undefined) throw error;
    if (failure.missing.length > 0) throw incomplete(index, record.type, failure.missing);
    const given = { problem: failure.detail, pointer: `/changes/${index}/operation`, cause: error };
    throw failure.isWrongKind
      ? operationError("invalid_request", "value-of-field", given)
      : operationError("cannot_encode", "value", given);
  }
}

/** Refuses a creation that lacks what creation requires, with the pointer of each missing field. */
function incomplete(index: number, type: string, missing: readonly string[]): OperationError {
  const detail = `is required to create a ${type}`;
  return operationError("invalid_request", "incomplete-creation", {
    number: index + 1,
    type,
    fields: missing.join(", "),
    errors: missing.map((field) => ({ pointer: `/changes/${index}/operation/fields${jsonPointer([field])}`, detail })),
  });
}

/** A field whose values are checked as a whole, as the subject of a refusal; undefined for every other one. */
function nounOf(profile: Deps["service"]["profile"], type: string, field: string): string | undefined {
  const kind = kindOf(profile, type, field);
  if (kind === undefined || kind === "json" || !isCheckedAsWhole(kind)) return undefined;
  return `“${fieldNoun(profile, type, field)}”`;
}

/** Whether a value is refused for what it is itself, and not for one of its entries. */
function isCheckedAsWhole(kind: FieldKind): boolean {
  return ["whole", "parts"].includes(shapeOf(kind));
}

/** A refusal that names the place in the change, or the field by its name. */
export function refused(index: number, pointer: string, problem: string, noun?: string): OperationError {
  return operationError("invalid_request", "change", {
    number: index + 1,
    subject: noun ?? `its ${pointer.slice(1)}`,
    problem,
    pointer: `/changes/${index}${pointer}`,
  });
}
