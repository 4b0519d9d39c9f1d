import type { AskedOperation } from "@dc/contract";
import { applyOperation, type FieldKind, type Json, type Operation, phoneToJson, type Reading } from "@dc/directory";

// Where the service keeps one value, an operation on an element decides the whole field: two replacements of one number
// would otherwise leave two, which the service cannot hold.

/** A return of the one element of a field as the return of the field, whose value is read anew. */
export function returnOfField(asked: AskedOperation): AskedOperation {
  const isReturn = asked.op === "reset" || asked.op === "takeBase" || asked.op === "pinValue";
  return isReturn && asked.element !== undefined ? { op: asked.op } : asked;
}

/** An operation on the one element of a field as the value that the field has after it; `before` has the author's drafts. */
export function valueOfField(operation: Operation, kind: FieldKind, before: Reading, region: string): Operation {
  if (operation.op === "replace")
    return { op: "set", value: [typeof operation.by === "string" ? operation.by : phoneToJson(operation.by)] };
  if (operation.op !== "add" && operation.op !== "remove") return operation;
  const after = applyOperation(kind, before, operation, region);
  return after === null || "absent" in after ? operation : { op: "set", value: after.value };
}

/** The value that the author's newest draft sets; null where no draft sets one. */
export function draftedValue(
  drafts: readonly { field: string | null; operation: Operation }[],
  field: string,
): Reading | null {
  const set = drafts.findLast((draft) => draft.field === field && draft.operation.op === "set");
  const value: Json | undefined = set?.operation.op === "set" ? set.operation.value : undefined;
  return value === undefined ? null : { value };
}
