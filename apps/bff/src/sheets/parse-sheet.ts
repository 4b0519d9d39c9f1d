import { unguardText } from "@dc/directory/guarded-text";
import { parseRoster } from "@dc/directory/parse-roster";
import { readTable } from "@dc/directory/read-table";
import { isArchive, partsOf } from "./archive.ts";
import type { WorkbookRow } from "./workbook.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
export type Separator = "," | ";" | "\t" | "|";

/** How a file is read; what is left out is found. */
export interface Reading {
  sheet?: string | undefined;
  encoding?: Encoding | undefined;
  separator?: Separator | undefined;
  /** What the columns of a text are called from its heading row on, by position; null for those that are left out. */
  headings?: { row: number; names: readonly (string | null)[] } | undefined;
}

export interface SheetRow {
  /** From 1, as spreadsheets number rows and editors lines. */
  number: number;
  cells: string[];
  /** Why the row cannot be read. */
  problem?: string;
  /** The columns, from 0, of formulas whose result the file does not have. */
  unknown?: number[];
  /** The columns, from 0, of errors, such as #REF!. */
  errors?: number[];
}

/** How a file was read. */
export interface SheetFacts {
  /** The names of the sheets of a workbook. */
  sheets: string[];
  sheet: string | null;
  encoding: Encoding | null;
  separator: Separator | null;
}

export interface ParsedSheet {
  facts: SheetFacts;
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
}

/** A file that is refused, with the reason as a sentence. */
export class SheetError extends Error {
  override name = "SheetError";
  /** Whether it holds more than is read at once. */
  readonly isTooLarge: boolean;

  constructor(message: string, { isTooLarge = false, cause }: { isTooLarge?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTooLarge = isTooLarge;
  }
}

/** What a sheet may hold, so that nobody fills the memory by a small file. */
const sheetLimits = {
  rows: 100_000,
  cells: 2_000_000,
  characters: 20_000_000,
  unpackedBytes: 150_000_000,
  textBytes: 100_000_000,
};

/** Reads a file of CSV or a workbook row by row, within the limits. */
export async function parseSheet(bytes: Uint8Array<ArrayBuffer>, reading: Reading): Promise<ParsedSheet> {
  const parsed = isArchive(bytes) ? await parseWorkbook(bytes, reading) : parseText(bytes, reading);
  return { ...parsed, rows: limited(parsed.rows) };
}

/** The longest text that is taken of a file, in characters: as long as one that is pasted. */
const MOST_CHARACTERS = 4_000_000;

/**
 * A file as text: what is text as it is, a sheet as CSV with each row on the line of its number. With headings, both as CSV of the
 * columns that have one, from the heading row on.
 */
export async function parseSheetText(
  bytes: Uint8Array<ArrayBuffer>,
  reading: Reading,
): Promise<{ facts: SheetFacts; text: string }> {
  if (!isArchive(bytes)) {
    const { encoding, text } = decodeText(bytes, reading);
    if (text.length > MOST_CHARACTERS) throw new SheetError(tooLong, { isTooLarge: true });
    if (reading.headings === undefined) return { facts: { sheets: [], sheet: null, encoding, separator: null }, text };
  }
  const sheet = reading.sheet ?? likeliestSheet(await parseTops(bytes), (rows) => (namesColumns(rows) ? 1 : 0));
  const { facts, rows } = await parseSheet(bytes, { ...reading, sheet });
  const { row: headingRow, names } = reading.headings ?? { row: 0, names: null };
  const lines: string[] = [];
  let characters = 0;
  for await (const {
    number,
    cells,
    unknown = [],
    problem = unknown.length === 0 ? undefined : unknownResult,
  } of rows) {
    if (number < headingRow) continue;
    if (problem !== undefined) throw new SheetError(`Row ${number.toLocaleString("en")} ${problem}.`);
    while (lines.length < number - 1) lines.push("");
    const own = number === headingRow && names !== null ? names.map((name) => name ?? "") : cells;
    const line = csvLine(names === null ? own : own.filter((_, at) => names[at] != null));
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS || number > sheetLimits.rows) throw new SheetError(tooLong, { isTooLarge: true });
    lines.push(line);
  }
  return { facts, text: lines.join("\n") };
}

const tooLong = `The file holds more than is taken at once: ${MOST_CHARACTERS.toLocaleString("en")} characters. Split it, and import the parts.`;

const csvLine = (cells: readonly string[]) =>
  cells
    .map(csvCell)
    .join(",")
    .replace(/(?<!,),+$/, "");

/** On one line, so that lines and rows have the same numbers. Looks at each run of blanks once, however long it is. */
function csvCell(cell: string): string {
  const text = cell.replace(/(?<!\s)\s*[\r\n]+\s*/g, " ").trim();
  return /[",;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* limited(rows: ParsedSheet["rows"]): AsyncGenerator<SheetRow> {
  let [count, cells, characters] = [0, 0, 0];
  for await (const row of rows) {
    count += 1;
    cells += row.cells.length;
    for (const cell of row.cells) characters += cell.length;
    const isTooLarge = count > sheetLimits.rows || cells > sheetLimits.cells || characters > sheetLimits.characters;
    if (isTooLarge) throw new SheetError(tooLarge, { isTooLarge: true });
    if (row.cells.some((cell) => cell !== "") || row.unknown !== undefined) yield row;
  }
}

const tooLarge = `The file holds more than is read at once: ${sheetLimits.rows.toLocaleString("en")} rows, ${sheetLimits.cells.toLocaleString("en")} cells and ${sheetLimits.characters.toLocaleString("en")} characters. Split it, and import the parts.`;

/** Of a workbook with several sheets the first rows of each. */
export interface SheetTop {
  sheet: string;
  rows: SheetRow[];
}

const MOST_TOPS = 20;
const ROWS_OF_TOP = 20;

/** The first rows of each sheet, of some at most; none where there is no choice. */
export async function parseTops(bytes: Uint8Array<ArrayBuffer>): Promise<SheetTop[]> {
  if (!isArchive(bytes)) return [];
  const { sheets, rowsOf } = await openSheets(bytes);
  if (sheets.length < 2) return [];
  const tops: SheetTop[] = [];
  for (const sheet of sheets.slice(0, MOST_TOPS)) {
    const rows: SheetRow[] = [];
    for await (const row of limited(rowsOf(sheet))) if (rows.push(row) === ROWS_OF_TOP) break;
    tops.push({ sheet, rows });
  }
  return tops;
}

/** The first sheet whose rows are worth the most; where none is worth anything, the one that begins with the most cells. */
export function likeliestSheet(
  tops: readonly SheetTop[],
  worthOf: (rows: readonly SheetRow[]) => number,
): string | undefined {
  const worths = tops.map(({ rows }) => worthOf(rows));
  const isWorth = worths.some((worth) => worth > 0);
  const cellsIn = ({ rows }: SheetTop) => rows.flatMap(({ cells }) => cells).filter((cell) => cell !== "").length;
  const values = isWorth ? worths : tops.map(cellsIn);
  return tops[values.indexOf(Math.max(...values))]?.sheet;
}

/** Whether one of these rows names the columns of a roster. */
function namesColumns(rows: readonly SheetRow[]): boolean {
  const text = rows.map(({ cells }) => csvLine(cells)).join("\n");
  const using = { schedulePrefix: "", practitionerPrefix: "", otherPrefixes: {}, findsNames: true };
  return parseRoster(text, using).header !== null;
}

async function openSheets(bytes: Uint8Array<ArrayBuffer>) {
  const parts = partsOf(bytes);
  if (parts === null) throw new SheetError(damaged);
  const isTooLarge = [...parts.values()].reduce((size, { unpacked }) => size + unpacked, 0) > sheetLimits.unpackedBytes;
  const texts = [...parts].find(([name, { unpacked }]) => isOfTexts(name) && unpacked > sheetLimits.textBytes);
  if (isTooLarge || texts !== undefined)
    throw new SheetError(texts === undefined ? tooLarge : tooManyTexts, { isTooLarge: true });
  const { openWorkbook, WorkbookLimitError } = await import("./workbook.ts");
  const limits = { cells: sheetLimits.cells, texts: sheetLimits.cells, characters: sheetLimits.characters };
  const workbook = await openWorkbook(bytes, parts, limits).catch((cause: unknown) => {
    throw new SheetError("The file is no workbook in the format XLSX. Save it as XLSX or CSV, and choose that file.", {
      cause,
    });
  });
  async function* rowsOf(sheet: string): AsyncGenerator<SheetRow> {
    try {
      for await (const row of workbook.rows(sheet)) yield rowOf(row);
    } catch (cause) {
      if (!(cause instanceof WorkbookLimitError)) throw new SheetError(damaged, { cause });
      throw new SheetError(cause.of === "texts" ? tooManyTexts : tooLarge, { isTooLarge: true, cause });
    }
  }
  return { sheets: workbook.sheets, rowsOf };
}

async function parseWorkbook(bytes: Uint8Array<ArrayBuffer>, { sheet: asked }: Reading): Promise<ParsedSheet> {
  const { sheets, rowsOf } = await openSheets(bytes);
  const sheet = asked ?? sheets[0];
  if (sheet === undefined || !sheets.includes(sheet))
    throw new SheetError(
      `The workbook has no sheet of this name; it has ${sheets.map((name) => `“${name}”`).join(", ")}.`,
    );
  return { facts: { sheets, sheet, encoding: null, separator: null }, rows: rowsOf(sheet) };
}

/** What is the matter with a formula whose result the file does not have. */
export const unknownResult =
  "has a formula whose result the file does not have: open the file in a spreadsheet program and save it";
/** What is the matter with a cell that has an error in place of a value. */
export const errorInCell = "is an error of the spreadsheet: mend the formula, or type what is meant";
const damaged = "The workbook is damaged. Save it again, and choose that file.";
const isOfTexts = (name: string) => /(?:^|\/)sharedStrings\.xml$/i.test(name);
const tooManyTexts = `The texts of the workbook, of all its sheets together, are larger than is read at once: ${(sheetLimits.textBytes / 1_000_000).toLocaleString("en")} MB, ${sheetLimits.cells.toLocaleString("en")} texts and ${sheetLimits.characters.toLocaleString("en")} characters. Save the sheet that is meant as CSV, or split it, and import the parts.`;

function rowOf({ number, values, unknown, errors }: WorkbookRow): SheetRow {
  const cells = values.map(cellText);
  const rounded = values.findIndex((value) => typeof value === "number" && Math.abs(value) >= 1e15);
  const why = `has a number of more digits than a spreadsheet keeps (${cells[rounded] ?? ""}): enter it as text`;
  return {
    number,
    cells,
    ...(rounded < 0 ? {} : { problem: why }),
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function cellText(value: unknown): string {
  if (typeof value === "string") return unguardText(value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00\.000Z$/, "$1"));
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value instanceof Date ? cellText(value.toISOString()) : "";
}

function parseText(bytes: Uint8Array<ArrayBuffer>, asked: Reading): ParsedSheet {
  const { encoding, text } = decodeText(bytes, asked);
  // One more than is taken, so that a longer file is refused.
  const mostRows = sheetLimits.rows + 1;
  const form = { columnsOf: () => null, idPrefix: "", separatesEachRow: false, separator: asked.separator, mostRows };
  const table = readTable(text, form);
  const rows = table.rows.map(({ line, cells, openQuote, errors }): SheetRow => ({
    number: line,
    cells,
    ...(errors === undefined ? {} : { errors }),
    ...(openQuote === null ? {} : { problem: "has a quote that is not closed, or that more follows in its cell" }),
  }));
  return { facts: { sheets: [], sheet: null, encoding, separator: separatorOf(table.separator) }, rows };
}

export const separatorOf = (text: string): Separator | null =>
  text === "," || text === ";" || text === "\t" || text === "|" ? text : null;

function decodeText(bytes: Uint8Array<ArrayBuffer>, asked: Reading): { encoding: Encoding; text: string } {
  const encoding = asked.encoding ?? encodingOf(bytes);
  const text = decode(bytes, encoding);
  if (text.includes("\0"))
    throw new SheetError("The file is neither a workbook (XLSX) nor text. Save it as CSV, and choose that file.");
  return { encoding, text };
}

/** The encoding that the first bytes say; without any UTF-8, else Windows-1252. */
function encodingOf(bytes: Uint8Array<ArrayBuffer>): Encoding {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

function decode(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SheetError(`The file is not text in ${encoding.toUpperCase()}. Save it as CSV, and choose that file.`, {
      cause,
    });
  }
}
