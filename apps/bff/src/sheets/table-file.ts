import { guardText, guardTypedText } from "@dc/directory";

export type TableFormat = "csv" | "xlsx" | "json" | "jsonl";

/** The columns of a table: what each is called, and what it tells of a row. */
export type Columns<Row> = readonly (readonly [heading: string, tell: (row: Row) => unknown])[];

export interface Table<Row> {
  name: string;
  columns: Columns<Row>;
  /** The rows, some at a time; they are read as the reader of the file takes it. */
  pages: AsyncIterable<readonly Row[]>;
}

/** A table as a file that holds two pages in memory, whatever its length. What refuses the first page refuses the file. */
export async function tableFile<Row>(
  { name, columns, pages }: Table<Row>,
  format: TableFormat,
): Promise<ReadableStream<Uint8Array>> {
  const all = pages[Symbol.asyncIterator]();
  const first = await all.next();
  async function* rows(): AsyncGenerator<readonly Row[]> {
    try {
      for (let page = first; page.done !== true; page = await all.next()) yield page.value;
    } finally {
      // Its reader may have left before the end.
      await all.return?.();
    }
  }
  if (format === "xlsx") {
    const { writeXlsxStream } = await import("hucre/xlsx");
    return writeXlsxStream(xlsxRows(columns, rows()), { name });
  }
  return ReadableStream.from(encoded(textOf(columns, rows(), format)));
}

/** So many rows are read at once. */
export const ROWS_AT_ONCE = 1_000;

/** All pages of a list that is paged by cursor, the next one read while one is taken; none of a list that is empty. */
export async function* pagesOf<Item>(
  list: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): AsyncGenerator<Item[]> {
  for (let page = list(undefined); ;) {
    const { items, nextCursor } = await page;
    if (nextCursor !== null) {
      page = list(nextCursor);
      // Told when it is awaited, if its reader is still there.
      page.catch(() => undefined);
    }
    if (items.length > 0) yield items;
    if (nextCursor === null) return;
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) if (text !== "") yield encoder.encode(text);
}

async function* textOf<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]>,
  format: Exclude<TableFormat, "xlsx">,
): AsyncGenerator<string> {
  // Spreadsheets take the text for UTF-8 only after this mark.
  if (format === "csv") yield `\uFEFF${columns.map(([heading]) => heading).join(",")}\r\n`;
  let before = format === "json" ? "[" : "";
  for await (const page of pages) {
    if (format === "csv") yield page.map((row) => csvLine(columns, row)).join("");
    else if (format === "jsonl") yield page.map((row) => `${JSON.stringify(row)}\n`).join("");
    else if (page.length > 0) {
      yield before + page.map((row) => JSON.stringify(row)).join(",\n");
      before = ",\n";
    }
  }
  if (format === "json") yield before === "[" ? "[]\n" : "]\n";
}

function csvLine<Row>(columns: Columns<Row>, row: Row): string {
  return `${columns.map(([, tell]) => csvCell(tell(row))).join(",")}\r\n`;
}

/** A cell of CSV that no spreadsheet takes for a formula. */
export function csvCell(value: unknown): string {
  const safe = isKeptNumber(value) ? String(value) : guardText(cellText(value));
  return /["\r\n,;\t']/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Texts are inline strings, which no spreadsheet takes for a formula or a number. */
async function* xlsxRows<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<(string | number | null)[]> {
  yield columns.map(([heading]) => heading);
  for await (const page of pages)
    for (const row of page)
      yield columns.map(([, tell]) => {
        const value = tell(row);
        return isKeptNumber(value) || value === null ? value : workbookText(guardTypedText(cellText(value)));
      });
}

/** The most that a cell of a workbook holds; a file with a longer text is damaged. */
const MOST_IN_CELL = 32_767;
const CUT = "… (cut; the CSV and the JSON have it whole)";

/** Signs that XML cannot have are escaped, and what only looks like an escaped sign is kept as it is. */
function workbookText(text: string): string {
  const room = MOST_IN_CELL - CUT.length;
  const held = text.length <= MOST_IN_CELL ? text : `${text.slice(0, room).toWellFormed()}${CUT}`;
  return held
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(/[\uFFFE\uFFFF]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase()}_`);
}

/** Whether it is a number of at most 15 digits; a spreadsheet rounds longer ones, which are written as texts. */
function isKeptNumber(value: unknown): value is number {
  if (typeof value !== "number") return false;
  return (Number.isInteger(value) && Math.abs(value) < 1e15) || String(value).replaceAll(/\D/gu, "").length <= 15;
}

function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
