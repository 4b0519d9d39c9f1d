import type { MatrixColumn, MatrixRecord } from "@dc/contract";
import { phonesOf, type Reading, recordKey, rowStandsOut, shapeOf } from "@dc/directory";
import type { VerdictName } from "#/marks/verdict.tsx";
import { fieldRowsOf, shownVerdict, type FieldRow, type Naming } from "#/record/field-row.ts";
import { readingText } from "#/record/reading-value.tsx";

/** A value that some directories say instead of the standard one, named by a letter. */
export interface OtherValue {
  letter: string;
  text: string;
  reading: Reading;
  directories: number;
  isOutlier: boolean;
}

/** What one directory says about one row. */
export type MatrixCell =
  | {
      says: "standard";
      /** Its own, of a phone that the standard index lists several times: by its key the directory knows which it is. */
      row?: FieldRow;
    }
  | { says: "not on the roster" }
  | { says: "not read"; why: string | null }
  | {
      says: "other";
      row: FieldRow;
      verdict: VerdictName;
      /** What the directory says, or would say with what is staged. */
      reading: Reading | null;
      isStaged: boolean;
      /** Null for a member of a set, which is in or not in. */
      letter: string | null;
      isOutlier: boolean;
    };

export interface SelectedCell {
  index: MatrixColumn["index"];
  cell: MatrixCell;
}

/** A field, or a member or phone of it, across all directories. */
export interface MatrixRow {
  id: string;
  /** The row of the standard index, or of the first directory that has it. */
  row: FieldRow;
  /** What the standard index says now; absent where it lacks the entry. */
  standard: Reading | null;
  /** In the order of the columns. */
  cells: readonly MatrixCell[];
  others: readonly OtherValue[];
}

/** A record of the practitioner with its rows. */
export interface MatrixGroup {
  record: MatrixRecord;
  rows: readonly MatrixRow[];
  /** How many of the directories do not have it on their rosters. */
  notOnRoster: number;
}

/** A value of up to so many directories is an outlier, where there are at least three times as many. */
const MOST_OUTLIERS = 2;

const absent: Reading = { absent: true };

/** The rows of the matrix, record by record. Entries of phones are one row where they stand in for the same standard entry. */
export function matrixGroups(
  standard: readonly MatrixRecord[],
  columns: readonly MatrixColumn[],
  naming: Naming,
): MatrixGroup[] {
  const byColumn = columns.map(
    ({ records }) => new Map(records.map((record) => [recordKey(record.record), record] as const)),
  );
  const all = new Map(standard.map((record) => [recordKey(record.record), record] as const));
  for (const record of byColumn.flatMap((records) => [...records.values()])) {
    const key = recordKey(record.record);
    if (!all.has(key)) all.set(key, { ...record, fields: [] });
  }
  return [...all].map(([key, record]) => {
    const inColumns = byColumn.map((records) => records.get(key));
    return {
      record,
      rows: rowsOf(record, inColumns, naming),
      notOnRoster: inColumns.filter((record) => record === undefined).length,
    };
  });
}

function rowsOf(standard: MatrixRecord, inColumns: readonly (MatrixRecord | undefined)[], naming: Naming): MatrixRow[] {
  const rows = rowsByStandard(fieldRows(standard, naming));
  const known = new Set(rows.keys());
  const rowsByColumn = inColumns.map((record) => {
    const rowsByKey = new Map<string, FieldRow>();
    for (const [key, row] of record === undefined ? [] : rowsByStandard(fieldRows(record, naming))) {
      rowsByKey.set(key, row);
      if (!rows.has(key)) rows.set(key, row);
    }
    return rowsByKey;
  });
  return inFieldOrder([...rows]).map(([id, row]) => {
    const isMember = row.member !== null;
    const cells = inColumns.map((record, index) => cellOf(record, rowsByColumn[index]?.get(id)));
    const others = isMember ? [] : otherValues(cells);
    return {
      id,
      row,
      standard: known.has(id) ? row.comparison.values.effective : row.member !== null ? { value: false } : absent,
      cells: lettered(cells, others, isMember),
      others,
    };
  });
}

/** New entries stand behind the others of their field. */
function inFieldOrder(rows: readonly (readonly [string, FieldRow])[]): readonly (readonly [string, FieldRow])[] {
  const fields = [...new Set(rows.map(([, { field }]) => field.key))];
  return rows.toSorted(([, a], [, b]) => fields.indexOf(a.field.key) - fields.indexOf(b.field.key));
}

function fieldRows(record: MatrixRecord, naming: Naming): FieldRow[] {
  return fieldRowsOf({ ...record, comparison: record }, naming);
}

/** The rows by a key that is the same for all entries which stand in for one standard entry: of equal ones by their order. */
function rowsByStandard(rows: readonly FieldRow[]): Map<string, FieldRow> {
  const byKey = new Map<string, FieldRow>();
  for (const row of rows) {
    const key = rowKey(row);
    let free = key;
    for (let place = 2; byKey.has(free); place += 1) free = `${key} ${place}`;
    byKey.set(free, row);
  }
  return byKey;
}

function rowKey({ id, record, field, element, comparison }: FieldRow): string {
  const { base } = comparison.values;
  if (shapeOf(field.kind) !== "keyed" || element === null || base === null || !("value" in base)) return id;
  return `${recordKey(record)}/${field.key}/standard ${JSON.stringify(base.value)}`;
}

function cellOf(record: MatrixRecord | undefined, row: FieldRow | undefined): MatrixCell {
  if (record === undefined) return { says: "not on the roster" };
  if (record.presence === "not read") return { says: "not read", why: record.failed };
  if (row === undefined) return { says: "standard" };
  if (!rowStandsOut(row.comparison)) return { says: "standard", row };
  const { values, drafts } = row.comparison;
  const verdict = shownVerdict(row.comparison);
  if (verdict === null) return { says: "not read", why: record.failed };
  const isStaged = drafts.length > 0 && values.preview !== null;
  const reading = isStaged ? values.preview : values.effective;
  return { says: "other", row, verdict, reading, isStaged, letter: null, isOutlier: false };
}

/** The values that are told by letters, those of most directories first. */
function otherValues(cells: readonly MatrixCell[]): OtherValue[] {
  const told = new Map<string, { reading: Reading; directories: number }>();
  for (const cell of cells) {
    if (cell.says !== "other" || cell.reading === null) continue;
    const text = textOf(cell.reading, cell.row);
    const before = told.get(text);
    told.set(text, { reading: before?.reading ?? cell.reading, directories: (before?.directories ?? 0) + 1 });
  }
  const sorted = [...told].toSorted(([, a], [, b]) => b.directories - a.directories);
  return sorted.map(([text, { reading, directories }], index) => ({
    letter: letterAt(index),
    text,
    reading,
    directories,
    isOutlier: isOutlier(directories, cells.length),
  }));
}

function textOf(reading: Reading, { wording }: FieldRow): string {
  const phones = phonesOf(reading);
  return phones === null ? readingText(reading, wording) : readingText(reading);
}

const isOutlier = (directories: number, of: number) => directories <= MOST_OUTLIERS && of >= 3 * MOST_OUTLIERS;

/** A to Z, then AA, AB and so on. */
export function letterAt(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

function lettered(cells: readonly MatrixCell[], others: readonly OtherValue[], isMember: boolean): MatrixCell[] {
  const away = cells.filter(({ says }) => says === "other").length;
  return cells.map((cell) => {
    if (cell.says !== "other") return cell;
    if (isMember) return { ...cell, isOutlier: isOutlier(away, cells.length) };
    const text = cell.reading === null ? null : textOf(cell.reading, cell.row);
    const other = others.find((candidate) => candidate.text === text);
    return { ...cell, letter: other?.letter ?? null, isOutlier: other?.isOutlier ?? false };
  });
}

/** Whether any directory says something else about it. */
export function standsOut({ cells }: MatrixRow): boolean {
  return cells.some(({ says }) => says === "other");
}
