export interface CsvRow {
  /** The line that the row begins on, from 1. */
  line: number;
  cells: string[];
}

/** No line that a person writes has more cells; further ones are left out. */
const mostCells = 200;
/** The length of the beginning of a line by which its separator is detected. */
const longestBeginning = 10_000;

/** The separator that occurs most outside quotes, by the beginning of the line; a comma where there is none. */
export function detectSeparator(line: string): string {
  const bare = line.slice(0, longestBeginning).replace(/"[^"]*"/g, "");
  const counted = [",", ";", "\t"].map((separator) => ({
    separator,
    times: bare.split(separator).length - 1,
  }));
  return counted.reduce((most, next) => (next.times > most.times ? next : most)).separator;
}

/** Reads CSV with quotes, doubled quotes, quoted line breaks, CRLF and a byte-order mark. Never throws: an unclosed quote ends with the text, and a row has its first 200 cells. */
export function parseCsv(text: string, separator?: string): CsvRow[] {
  const source = withoutByteOrderMark(text);
  const firstLine = source.slice(0, endOfLine(source));
  const between = separator ?? detectSeparator(firstLine);
  const rows: CsvRow[] = [];
  let position = 0;
  let line = 1;
  while (position < source.length) {
    const row: CsvRow = { line, cells: [] };
    for (;;) {
      const cell = readCell(source, position, between);
      if (row.cells.length < mostCells) row.cells.push(cell.text);
      line += cell.breaks;
      position = cell.end;
      if (source[position] !== between) break;
      position += 1;
    }
    if (source[position] === "\r" && source[position + 1] === "\n") position += 1;
    position += 1;
    line += 1;
    if (row.cells.some((cell) => cell !== "")) rows.push(row);
  }
  return rows;
}

function readCell(source: string, start: number, separator: string): { text: string; end: number; breaks: number } {
  if (source[start] !== '"') {
    let end = start;
    while (end < source.length && !endsCell(source[end], separator)) end += 1;
    return { text: source.slice(start, end).trim(), end, breaks: 0 };
  }
  let text = "";
  let position = start + 1;
  for (;;) {
    const quote = source.indexOf('"', position);
    if (quote < 0) {
      text += source.slice(position);
      position = source.length;
      break;
    }
    text += source.slice(position, quote);
    position = quote + 1;
    if (source[position] !== '"') break;
    text += '"';
    position += 1;
  }
  let end = position;
  while (end < source.length && !endsCell(source[end], separator)) end += 1;
  const tail = source.slice(position, end).trim();
  return { text: (text + tail).trim(), end, breaks: text.split("\n").length - 1 };
}

function endsCell(character: string | undefined, separator: string): boolean {
  return character === separator || character === "\n" || character === "\r";
}

function endOfLine(source: string): number {
  const end = source.search(/[\r\n]/);
  return end < 0 ? source.length : end;
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** The name of a column as it is compared: lower case, with one space between words. */
export function columnName(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[_\s-]+/g, " ")
    .trim();
}
