import type { SheetRow } from "./parse-sheet.ts";

/** Headings are looked for among so many rows. */
const MOST_ROWS_ABOVE = 20;

/**
 * The row that names the columns: the first one that is about as wide as the sheet, with a text in each cell. One in which a text
 * stands more than once is above the names where they stand right below.
 */
export function headingRowOf(rows: readonly Pick<SheetRow, "number" | "cells">[]): number {
  const beginning = rows.slice(0, MOST_ROWS_ABOVE);
  const filled = ({ cells }: Pick<SheetRow, "cells">) => cells.filter((cell) => cell !== "");
  const widest = Math.max(0, ...beginning.map((row) => filled(row).length));
  const isWide = (row: Pick<SheetRow, "cells">) => {
    const texts = filled(row);
    return texts.length * 2 > widest && texts.every((text) => /\p{L}/u.test(text));
  };
  const isOfGroups = (row: Pick<SheetRow, "cells">, next: Pick<SheetRow, "cells"> | undefined) =>
    next !== undefined &&
    isWide(next) &&
    distinctIn(row) < distinctIn(next) &&
    !filled(next).some((text) => /\d/.test(text));
  const distinctIn = (row: Pick<SheetRow, "cells">) => new Set(filled(row)).size;
  const isHeading = (row: Pick<SheetRow, "cells">, at: number) => {
    if (!isWide(row)) return false;
    return distinctIn(row) === filled(row).length || !isOfGroups(row, beginning[at + 1]);
  };
  return (beginning.find(isHeading) ?? beginning[0])?.number ?? 1;
}
