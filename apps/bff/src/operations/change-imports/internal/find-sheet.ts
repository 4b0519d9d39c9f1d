import type { ColumnUse } from "@dc/contract";
import type { Deps } from "#/context/deps.ts";
import { findColumnMapping } from "#/operations/column-mappings/find.ts";
import { readFile } from "#/operations/sheets/read-file.ts";
import { likeliestSheet, type SheetRow } from "#/sheets/parse-sheet.ts";
import { headingRowOf } from "#/sheets/heading-row.ts";
import { guessColumns } from "./sheet-columns.ts";

const saysWhom = new Set<ColumnUse["use"]>(["practitioner", "schedule", "recordId"]);
const saysWhat = new Set<ColumnUse["use"]>(["valueOf", "value", "plan"]);

/** The sheet of a workbook whose headings were mapped, else say the most of whom and what; undefined where there is no choice. */
export async function findSheet(deps: Deps, { content }: { content: string }): Promise<string | undefined> {
  const { tops } = await readFile({ content, reading: {} }, "tops");
  const worths = new Map<readonly SheetRow[], number>();
  for (const { rows } of tops) {
    const row = headingRowOf(rows);
    const headings = rows.find(({ number }) => number === row)?.cells ?? [];
    const uses = guessColumns(deps, headings).map(({ use }) => use);
    const isMapped = (await findColumnMapping(deps, headings)) !== null;
    const worth = [isMapped, isMapped, uses.some((use) => saysWhom.has(use)), uses.some((use) => saysWhat.has(use))];
    worths.set(rows, worth.filter(Boolean).length);
  }
  return likeliestSheet(tops, (rows) => worths.get(rows) ?? 0);
}
