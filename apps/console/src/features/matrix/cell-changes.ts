import type { Decision } from "@dc/contract";
import { type Json, phoneIn, type Reading, shapeOf } from "@dc/directory";
import { decisionOptions } from "#/changes/decisions/decision-options.ts";
import { seenValues, type SeenChange, type SeenDecision } from "#/changes/seen-values.ts";
import { type FieldRow, setOperation } from "#/record/field-row.ts";
import type { MatrixCell, MatrixRow } from "./matrix-rows.ts";

/** The value or state that the selected cells of one row shall get. */
export type Wish =
  | { do: "take base" }
  | { do: "add" }
  | { do: "remove" }
  /** `asItStands` where a number may be sent that is not possible. */
  | { do: "set"; reading: Reading; asItStands: boolean };

/** The change sent for one directory, or the decision that removes an override which was never sent. */
export type CellRequest = { change: SeenChange } | { decision: SeenDecision };

/** The directory's own row, or the standard index's where the directory has none. */
const rowIn = (row: MatrixRow, cell: MatrixCell): FieldRow | null =>
  cell.says === "other" ? cell.row : cell.says === "standard" ? (cell.row ?? row.row) : null;

/** Whether the cell says that the set has the member; null for other cells. */
export function isMemberIn(row: MatrixRow, cell: MatrixCell): boolean | null {
  if (row.row.member === null || cell.says === "not on the roster" || cell.says === "not read") return null;
  const reading = cell.says === "other" ? cell.reading : row.standard;
  return reading !== null && "value" in reading && reading.value === true;
}

/** The value of a cell: the directory's own, or the standard value. */
export const readingNow = (row: MatrixRow, cell: MatrixCell): Reading | null =>
  cell.says === "other" ? cell.reading : row.standard;

/** Whether a cell says exactly this already. */
export const isSaid = (row: MatrixRow, cell: MatrixCell, reading: Reading): boolean =>
  JSON.stringify(readingNow(row, cell)) === JSON.stringify(reading);

const basewards: readonly Decision[] = ["take base", "reset to base", "remove override"];

/** The change or decision that fulfils the wish in one directory; null where there is nothing to do. */
export function requestFor(row: MatrixRow, cell: MatrixCell, wish: Wish): CellRequest | null {
  const cellRow = rowIn(row, cell);
  if (cellRow === null) return null;
  const { record, field, element, comparison } = cellRow;
  const of = { record, field: field.key, seen: seenValues(cellRow), seenDrafts: [...comparison.drafts] };
  if (wish.do === "take base") {
    const decision = decisionOptions(comparison).find((option) => basewards.includes(option.decision))?.decision;
    if (cell.says === "standard" || decision === undefined) return null;
    const part = element === null ? {} : { element };
    return decision === "remove override"
      ? { decision: { record, field: field.key, ...part, decision, seen: seenValues(cellRow) } }
      : { change: { ...of, operation: { op: decision === "take base" ? "takeBase" : "reset", ...part } } };
  }
  if (wish.do === "add" || wish.do === "remove") {
    if (element === null || isMemberIn(row, cell) === (wish.do === "add")) return null;
    return { change: { ...of, operation: { op: wish.do, element } } };
  }
  if (isSaid(row, cell, wish.reading)) return null;
  const now = readingNow(row, cell);
  const operation =
    shapeOf(field.kind) === "keyed" && element !== null ? phoneOperation(now, element, wish.reading) : undefined;
  if (operation === null) return null;
  if (operation !== undefined) return { change: { ...of, operation, asItStands: wish.asItStands } };
  const value: Json = "value" in wish.reading ? wish.reading.value : null;
  return { change: { ...of, operation: setOperation(cellRow, value) } };
}

/** The operation that adds, replaces or removes an entry of phones; null where nothing is to be done. */
function phoneOperation(now: Reading | null, element: string, wished: Reading) {
  const phone = phoneIn(wished);
  const isThere = phoneIn(now) !== null;
  if (phone === null) return isThere ? ({ op: "remove", element } as const) : null;
  return isThere ? ({ op: "replace", element, by: phone } as const) : ({ op: "add", element: phone } as const);
}
