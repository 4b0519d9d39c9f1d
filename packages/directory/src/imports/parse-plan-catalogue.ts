import { rosterNoteText } from "#/messages/roster-note.ts";
import { invisibleSignIn } from "#/values/invisible-signs.ts";
import { columnName, columnsOfSpreadsheets, readTable, type CsvRow } from "./csv.ts";

export interface PlanRow {
  line: number;
  id: string;
  payer: string | null;
  plan: string | null;
  kind: string | null;
}

export interface PlanProblem {
  line: number;
  text: string;
  reason: string;
}

export interface PlanCatalogue {
  /** How many rows there are below those that name the columns. */
  count: number;
  rows: PlanRow[];
  problems: PlanProblem[];
}

type Column = "id" | "payer" | "plan" | "kind";

/** What lists of plans call their columns. */
export const planColumnNames: { readonly [name: string]: Column } = {
  id: "id",
  "plan id": "id",
  "insurance id": "id",
  "insurance plan id": "id",
  insurance: "id",
  payer: "payer",
  carrier: "payer",
  insurer: "payer",
  plan: "plan",
  "plan name": "plan",
  name: "plan",
  kind: "kind",
  type: "kind",
  "plan kind": "kind",
  "plan type": "kind",
};

const inOrder: readonly Column[] = ["id", "payer", "plan", "kind"];

/** Reads a plan catalogue (id, payer, plan name, kind; with a header in any order, or without in this order). Where nothing marks a plan id, the prefix is empty. */
export function parsePlanCatalogue(csv: string, { planPrefix: prefix }: { planPrefix: string }): PlanCatalogue {
  const form = { columnsOf, idPrefix: prefix, separatesEachRow: false, mostColumns: columnsOfSpreadsheets };
  const { header, above, rows: below } = readTable(csv, form);
  const columns = header?.columns ?? inOrder;
  const rows: PlanRow[] = [];
  const problems: PlanProblem[] = [];
  const firstLines = new Map<string, number>();
  for (const row of above) {
    const isTitle = problemOf(row.cells[0] ?? "", prefix, firstLines) !== null;
    const above = isTitle ? null : rosterNoteText({ code: "above-columns", params: { line: header?.line ?? 0 } });
    const reason = openQuoteOf(row) ?? above;
    if (reason !== null) problems.push({ line: row.line, text: row.text.trim(), reason });
  }
  for (const row of below) {
    const cell = (column: Column) => row.cells[columns.indexOf(column)] ?? "";
    const id = cell("id");
    const reason = openQuoteOf(row) ?? errorIn(row, columns) ?? problemOf(id, prefix, firstLines);
    if (reason !== null) {
      problems.push({ line: row.line, text: row.text.trim(), reason });
      continue;
    }
    firstLines.set(id, row.line);
    rows.push({
      line: row.line,
      id,
      payer: cell("payer") || null,
      plan: cell("plan") || null,
      kind: cell("kind") || null,
    });
  }
  return { count: below.length, rows, problems };
}

function columnsOf(cells: readonly string[]): (Column | null)[] | null {
  const columns = cells.map((cell) => {
    const name = columnName(cell);
    return Object.hasOwn(planColumnNames, name) ? (planColumnNames[name] ?? null) : null;
  });
  return columns.includes("id") ? columns : null;
}

function openQuoteOf({ openQuote }: CsvRow): string | null {
  return openQuote === null ? null : rosterNoteText({ code: "open-quote", params: { line: openQuote } });
}

function errorIn({ cells, errors = [] }: CsvRow, columns: readonly (Column | null)[]): string | null {
  const at = errors.find((column) => columns[column] != null);
  return at === undefined
    ? null
    : `"${cells[at]}" is an error of the spreadsheet: mend the formula, or type what is meant.`;
}

function problemOf(id: string, prefix: string, firstLines: ReadonlyMap<string, number>): string | null {
  if (id === "") return `No plan id on this line.${prefix === "" ? "" : ` It begins with ${prefix}.`}`;
  const sign = invisibleSignIn(id);
  if (sign !== null) return `"${id}" is not a plan id: it has ${sign}.`;
  if (!id.startsWith(prefix) || id.length === prefix.length || /\s/.test(id)) {
    return `"${id}" is not a plan id. A plan id is ${prefix === "" ? "of" : `${prefix} followed by`} letters and digits.`;
  }
  const first = firstLines.get(id);
  return first === undefined ? null : `The same id as on line ${first}, which counts.`;
}
