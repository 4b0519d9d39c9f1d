import { shapeOf, type FieldKind } from "#/kinds/kinds.ts";
import { typedText } from "#/kinds/value-form.ts";
import type { Operation } from "#/ledger/operation.ts";
import { type Phone, phoneIn } from "#/phones/phone.ts";
import { isEmpty, type Reading } from "#/records/reading.ts";

/** How a sheet says what has no text of its own. */
export const sheetWords = { in: "in", notIn: "not in", empty: "(empty)" } as const;

/** What the columns of a sheet say about a field, or about one entry of it. */
export interface ValueCells {
  entry: string | null;
  value: string | null;
  extension: string | null;
  label: string | null;
}

const noCells: ValueCells = { entry: null, value: null, extension: null, label: null };

/** A value in cells; with the key of an entry, that of the entry alone. Null, where nothing was read, gives none. */
export function valueCells(kind: FieldKind, reading: Reading | null, entry: string | null = null): ValueCells {
  const cells = { ...noCells, entry };
  if (reading === null) return cells;
  const shape = shapeOf(kind);
  if (entry !== null && shape === "members")
    return { ...cells, value: "value" in reading && reading.value === true ? sheetWords.in : sheetWords.notIn };
  if (entry !== null && shape === "keyed") {
    const phone = phoneIn(reading);
    return phone === null ? { ...cells, value: sheetWords.notIn } : { ...cells, ...phoneCells(phone) };
  }
  return { ...cells, value: isEmpty(reading) ? sheetWords.empty : typedText(reading) };
}

const phoneCells = ({ number, extension, label }: Phone) => ({ value: number, extension, label });

/** What a change makes of its field, in cells. */
export function operationCells(kind: FieldKind | null, operation: Operation): ValueCells {
  switch (operation.op) {
    case "set":
      return valueCells(kind ?? "json", { value: operation.value }, operation.element);
    case "reset":
    case "takeBase":
    case "pinValue":
      return valueCells(kind ?? "json", operation.to, operation.element);
    case "add":
      return typeof operation.element === "string"
        ? { ...noCells, entry: operation.element, value: sheetWords.in }
        : { ...noCells, ...phoneCells(operation.element) };
    case "remove":
      return { ...noCells, entry: operation.element, value: sheetWords.notIn };
    case "replace":
      return typeof operation.by === "string"
        ? { ...noCells, entry: operation.by, value: sheetWords.in }
        : { ...noCells, entry: operation.element, ...phoneCells(operation.by) };
    case "move":
      return { ...noCells, entry: operation.element };
    case "create":
      return { ...noCells, value: JSON.stringify(operation.fields) };
    case "delete":
      return noCells;
  }
}
