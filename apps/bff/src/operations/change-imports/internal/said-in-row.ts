import type { ColumnUse } from "@dc/contract";
import { trimInvisible } from "@dc/directory";
import type { SheetRow } from "#/sheets/parse-sheet.ts";

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
  values: SaidValue[];
  plan: { column: number; plan: string; accepted: string | null } | null;
  problem: string | null;
  /** Columns with a formula whose result the file does not have, of those that are used. */
  unknown: number[];
  /** Columns with the error that a formula ended in, of those that are used. */
  failed: number[];
}

/** What spreadsheets show, and save as CSV, where a formula fails. */
const isError = (text: string) => /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/.test(text);

/** What rows say, by the uses of their columns. */
export function rowReader(columns: readonly ColumnUse[]): (row: SheetRow) => SaidInRow {
  const positions = new Map<string, number>();
  for (const [position, { use }] of columns.entries()) if (!positions.has(use)) positions.set(use, position);
  const columnOf = (use: PlainUse) => positions.get(use) ?? null;
  const isUsed = (column: number) => (columns[column]?.use ?? "nothing") !== "nothing";
  const valuesOf = columns.flatMap((column, position) =>
    column.use === "valueOf" ? [{ ...column, column: position }] : [],
  );
  return ({ number, cells, problem = null, unknown = [] }) => {
    const at = (position: number | null) => (position === null ? null : cells[position] || null);
    const text = (use: PlainUse) => trimInvisible(at(columnOf(use)) ?? "") || null;
    const parts = { extension: text("extension"), label: text("label") };
    const values = valuesOf.flatMap(({ column, recordType, field, label }): SaidValue[] => {
      const value = at(column);
      return value === null || isError(value)
        ? []
        : [{ column, recordType, field, entry: null, value, extension: null, label }];
    });
    const [field, value] = [text("field"), at(columnOf("value"))];
    if (field !== null && value !== null)
      values.push({ column: columnOf("value") ?? 0, recordType: null, field, entry: text("entry"), value, ...parts });
    const plan = text("plan");
    return {
      number,
      text,
      columnOf,
      values,
      plan: plan === null ? null : { column: columnOf("plan") ?? 0, plan, accepted: text("accepted") },
      problem,
      unknown: unknown.filter(isUsed),
      failed: [...cells.keys()].filter((column) => isUsed(column) && isError(cells[column] ?? "")),
    };
  };
}
