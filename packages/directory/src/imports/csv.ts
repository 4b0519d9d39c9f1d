import { isSheetError, unguardText } from "#/values/guarded-text.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";

/** A row of a table, which a line break inside quotes lets take several lines. */
export interface CsvRow {
  /** The line that the row begins on, from 1. */
  line: number;
  lastLine: number;
  /** The row as written, without the line break that ends it. */
  text: string;
  cells: string[];
  /** The columns, from 0, of cells that say as spreadsheets do that a formula has no result. */
  errors?: number[];
  /** The line of a quote that is not closed, or that is followed by more than the end of its cell; the row ends there. */
  openQuote: number | null;
}

export interface CsvTable<Column> {
  /** The row that names the columns, if there is one. */
  header: { line: number; columns: readonly Column[] } | null;
  /** The rows above it, such as a title. */
  above: CsvRow[];
  rows: CsvRow[];
  /** What separates the cells of the rows; empty where each row is separated as it is by itself. */
  separator: string;
}

interface TableForm<Column> {
  columnsOf: (cells: readonly string[]) => readonly Column[] | null;
  /** What an id begins with: a line inside quotes that does is a row, and so is no header. Empty where nothing marks one. */
  idPrefix: string;
  /** Whether, without a header, each row is separated as it is by itself. */
  separatesEachRow: boolean;
  /** What separates cells, whatever the text looks like. */
  separator?: string | undefined;
  /** What a row has beyond so many columns is one more cell, as it is written; all are read unless said otherwise. */
  mostColumns?: number;
  /** So many rows are read of a text without a header; all unless said otherwise. */
  mostRows?: number;
}

const separators = [",", ";", "\t", "|"] as const;
/** A separator is detected by so much of a text. */
const longestBeginning = 10_000;
/** No cell that a person writes is longer: its quote is taken for one that is not closed. */
const longestQuoted = 2_000;
/** No column that is known has a longer name. */
const longestName = 200;
/** As many as a spreadsheet has. */
export const columnsOfSpreadsheets = 16_384;
/** The header is looked for among so many rows. */
const mostRowsAbove = 20;
const separatorLine = /^\s*"?sep=(.)"?[,;|\t ]*(?=[\r\n]|$)/i;
const lineBreaks = /\r\n|\n|\r/g;

/** Reads CSV with quotes and doubled quotes, line breaks in quotes, a line `sep=`, and a header below lines of title. Blank rows are left out; never throws. */
export function readTable<Column>(text: string, form: TableForm<Column>): CsvTable<Column> {
  const said = separatorLine.exec(text);
  const start = { position: said?.[0].length ?? 0, line: 1 + countBreaks(said?.[0] ?? "") };
  const given = form.separator ?? said?.[1] ?? null;
  const above: CsvRow[] = [];
  for (const { row, separator, next } of rowsOf(text, start, given, form)) {
    if (row.cells.some((cell) => isMarked(cell, form.idPrefix)) || above.length === mostRowsAbove) break;
    const columns = row.openQuote === null ? form.columnsOf(row.cells) : null;
    if (columns === null) above.push(row);
    else {
      const below = rowsOf(text, next, given ?? (columns.length > 1 ? separator : null), form);
      return {
        header: { line: row.line, columns },
        above,
        rows: Array.from(below, ({ row: each }) => each),
        separator,
      };
    }
  }
  const ofAll = form.separatesEachRow ? null : (detectSeparator(text.slice(start.position)) ?? ",");
  const rows: CsvRow[] = [];
  for (const { row } of rowsOf(text, start, given ?? ofAll, form)) {
    rows.push(row);
    if (rows.length === form.mostRows) break;
  }
  return { header: null, above: [], rows, separator: given ?? ofAll ?? "" };
}

type RowForm = Pick<TableForm<unknown>, "idPrefix" | "mostColumns">;

interface Place {
  position: number;
  line: number;
}

/** The rows that are not blank. Without a separator each row is separated as it is by itself. */
function* rowsOf(
  source: string,
  from: Place,
  given: string | null,
  form: RowForm,
): Generator<{ row: CsvRow; separator: string; next: Place }> {
  let { position, line } = from;
  while (position < source.length) {
    const separator = given ?? separatorOfLine(source.slice(position, endOfLine(source, position))) ?? ",";
    const { row, end } = readRow(source, { position, line }, separator, form);
    position = source.startsWith("\r\n", end) ? end + 2 : end + 1;
    line = row.lastLine + 1;
    const isBlank = row.openQuote === null && row.cells.every((cell) => cell === "");
    if (!isBlank) yield { row, separator, next: { position, line } };
  }
}

function readRow(
  source: string,
  from: Place,
  separator: string,
  { idPrefix, mostColumns = Infinity }: RowForm,
): { row: CsvRow; end: number } {
  const cells: string[] = [];
  const errors: number[] = [];
  let { position: end, line: lastLine } = from;
  let openQuote: number | null = null;
  for (;;) {
    const cell = cells.length < mostColumns ? readCell(source, end, separator, idPrefix) : readRest(source, end);
    const said = trimInvisible(cell.text);
    if (isSheetError(said)) errors.push(cells.length);
    cells.push(unguardText(said));
    if (cell.isOpen) openQuote = lastLine;
    else lastLine += countBreaks(cell.text);
    end = cell.end;
    if (openQuote !== null || cells.length > mostColumns || source[end] !== separator) break;
    end += 1;
  }
  const row = { line: from.line, lastLine, text: source.slice(from.position, end), cells, openQuote };
  return { row: errors.length === 0 ? row : { ...row, errors }, end };
}

interface Cell {
  text: string;
  end: number;
  isOpen: boolean;
}

function readRest(source: string, start: number): Cell {
  const end = endOfLine(source, start);
  return { text: source.slice(start, end), end, isOpen: false };
}

function readCell(source: string, start: number, separator: string, idPrefix: string): Cell {
  const ends = (character: string | undefined) =>
    character === undefined || character === separator || character === "\n" || character === "\r";
  const blank = (from: number) => {
    let position = from;
    while (!ends(source[position]) && trimInvisible(source[position] ?? "") === "") position += 1;
    return position;
  };
  const first = blank(start);
  if (source[first] !== '"') {
    let end = first;
    while (!ends(source[end])) end += 1;
    return { text: source.slice(start, end), end, isOpen: false };
  }
  let quote = source.indexOf('"', first + 1);
  while (quote >= 0 && quote < first + 2 * longestQuoted && source[quote + 1] === '"')
    quote = source.indexOf('"', quote + 2);
  const quoted = source.slice(first + 1, quote);
  const end = blank(quote + 1);
  const isClosed = quote >= 0 && ends(source[end]) && quoted.length <= longestQuoted;
  const holdsRow = isClosed && quoted.split(lineBreaks).some((line, at) => at > 0 && isMarked(line, idPrefix));
  if (isClosed && !holdsRow) return { text: quoted.replaceAll('""', '"'), end, isOpen: false };
  const endHere = endOfLine(source, first);
  return { text: source.slice(first, endHere), end: endHere, isOpen: true };
}

function isMarked(text: string, idPrefix: string): boolean {
  return (
    idPrefix !== "" &&
    trimInvisible(text)
      .replace(/^[\s"]+/, "")
      .startsWith(idPrefix)
  );
}

/** The separator that occurs most outside quotes, by the beginning of the text; null where there is none. */
function detectSeparator(text: string): string | null {
  const bare = text.slice(0, longestBeginning).replace(/"[^"]*"/g, "");
  let most: string | null = null;
  let times = 0;
  for (const separator of separators) {
    const count = bare.split(separator).length - 1;
    if (count > times) [most, times] = [separator, count];
  }
  return most;
}

/** A line with a tab inside comes from cells, in which other signs are text: "Lee, Ann\t555-010-0199". */
const separatorOfLine = (line: string): string | null => (/\S\t+\S/.test(line) ? "\t" : detectSeparator(line));

function endOfLine(source: string, position: number): number {
  const end = /[\r\n]|$/g;
  end.lastIndex = position;
  return end.exec(source)?.index ?? source.length;
}

function countBreaks(text: string): number {
  return text.match(lineBreaks)?.length ?? 0;
}

/** The name of a column as it is compared: its words in lower case, each in the singular; of a long text its beginning. */
export function columnName(cell: string): string {
  return cell
    .slice(0, longestName)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .replace(/[_\s:#*?-]+/g, " ")
    .replace(/(?<=[a-z]{2})s\b/g, "")
    .trim();
}
