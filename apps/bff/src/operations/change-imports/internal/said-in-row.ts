import type { ColumnUse } from "@dc/contract";
import { trimInvisible } from "@dc/directory";
import { errorInCell, type SheetRow, unknownResult } from "#/sheets/parse-sheet.ts";

type PlainUse = Exclude<ColumnUse["use"], "valueOf" | "nothing">;

/** A value that a row has for a field. */
export interface SaidValue {
  column: number;
  recordType: string | null;
  field: string;
  entry: string | null;
  value: string;
  extension: string | null;
  label: string | null;
}

/** What a row says. */
export interface SaidInRow {
  number: number;
  text: (use: PlainUse) => string | null;
  columnOf: (use: PlainUse) => number | null;
  /** What its columns for a practitioner say. */
  whom: { column: number; text: string }[];
  values: SaidValue[];
  plan: { column: number; plan: string; accepted: string | null } | null;
  problem: string | null;
  /** Cells that have no value, of the columns that are used: why, and as what it is shown. */
  without: { column: number; says: string; why: string }[];
}

/** What rows say, by the uses of their columns. */
export function rowReader(columns: readonly ColumnUse[]): (row: SheetRow) => SaidInRow {
  const positions = new Map<string, number>();
  for (const [position, { use }] of columns.entries()) if (!positions.has(use)) positions.set(use, position);
  const columnOf = (use: PlainUse) => positions.get(use) ?? null;
  const valuesOf = columns.flatMap((column, position) =>
    column.use === "valueOf" ? [{ ...column, column: position }] : [],
  );
  const isUsed = (column: number) => (columns[column]?.use ?? "nothing") !== "nothing";
  return ({ number, cells, problem = null, unknown = [], errors = [] }) => {
    const at = (position: number | null) =>
      position === null || errors.includes(position) ? null : cells[position] || null;
    const text = (use: PlainUse) => trimInvisible(at(columnOf(use)) ?? "") || null;
    const parts = { extension: text("extension"), label: text("label") };
    const values = valuesOf.flatMap(({ column, recordType, field, label }): SaidValue[] => {
      const value = at(column);
      return value === null ? [] : [{ column, recordType, field, entry: null, value, extension: null, label }];
    });
    const [field, value] = [text("field"), at(columnOf("value"))];
    if (field !== null && value !== null)
      values.push({ column: columnOf("value") ?? 0, recordType: null, field, entry: text("entry"), value, ...parts });
    const plan = text("plan");
    return {
      number,
      text,
      columnOf,
      whom: columns.flatMap(({ use }, column) => {
        const said = use === "practitioner" ? trimInvisible(at(column) ?? "") : "";
        return said === "" ? [] : [{ column, text: said }];
      }),
      values,
      plan: plan === null ? null : { column: columnOf("plan") ?? 0, plan, accepted: text("accepted") },
      problem,
      without: [
        ...unknown.filter(isUsed).map((column) => ({ column, says: "", why: unknownResult })),
        ...errors.filter(isUsed).map((column) => ({ column, says: cells[column] ?? "", why: errorInCell })),
      ],
    };
  };
}
