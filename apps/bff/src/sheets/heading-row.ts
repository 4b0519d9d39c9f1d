import type { SheetRow } from "./parse-sheet.ts";

/** Headings are looked for among so many rows. */
const MOST_ROWS_ABOVE = 20;

/** The row that names the columns: the first one that is about as wide as the sheet, with a text in each cell. */
export function headingRowOf(rows: readonly Pick<SheetRow, "number" | "cells">[]): number {
  const beginning = rows.slice(0, MOST_ROWS_ABOVE);
  const filled = ({ cells }: Pick<SheetRow, "cells">) => cells.filter((cell) => cell !== "");
  const widest = Math.max(0, ...beginning.map((row) => filled(row).length));
  const isHeading = (row: Pick<SheetRow, "cells">) => {
    const texts = filled(row);
    return (
      texts.length * 2 > widest && new Set(texts).size === texts.length && texts.every((text) => /\p{L}/u.test(text))
    );
  };
  return (beginning.find(isHeading) ?? beginning[0])?.number ?? 1;
}
