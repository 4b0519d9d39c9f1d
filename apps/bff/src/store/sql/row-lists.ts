import { type RawBuilder, sql } from "kysely";

type ColumnType = "text" | "integer" | "boolean" | "bigint" | "double precision" | "timestamptz" | "date" | "json";
type Cell = string | number | boolean | Date | null | undefined;

/** What equals one of these texts. One parameter whatever their number, so that the store parses and plans only once. */
export function oneOf(texts: Iterable<string>): RawBuilder<string> {
  return sql<string>`any(${[...new Set(texts)]}::text[])`;
}

/** The columns of the rows, each with its type. */
export type Columns<Name extends string> = Readonly<Record<Name, ColumnType>>;

/**
 * A query that selects the given rows. Each column is one array parameter, so that a thousand rows need as many
 * parameters as one and the store parses and plans only once. The cell of a `json` column is its text.
 */
export function selectListed<Name extends string>(
  rows: readonly { readonly [Column in Name]?: Cell }[],
  columns: Columns<Name>,
): RawBuilder<unknown> {
  const names = namesOf(columns);
  const lists = names.map((name) => textArray(rows.map((row) => textOf(row[name]))));
  const cells = names.map((name) => sql`${sql.ref(`listed.${name}`)}::${sql.raw(columns[name])} as ${sql.ref(name)}`);
  return sql`select ${sql.join(cells)} from unnest(${sql.join(lists)}) with ordinality as listed (${sql.join([...names, "place"].map((name) => sql.ref(name)))})
    order by listed.place`;
}

const OID_OF_TEXT = 25;

/** One parameter with all of these texts, as PostgreSQL sends an array itself: neither side quotes or reads them letter by letter. */
export function textArray(texts: readonly (string | null)[]): RawBuilder<readonly (string | null)[]> {
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)));
  const size = lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), 20);
  // One that shared its memory would be copied to the store's thread with all of that.
  const bytes = Buffer.allocUnsafeSlow(size);
  const hasNull = lengths.includes(-1) ? 1 : 0;
  let at = 0;
  for (const header of [1, hasNull, OID_OF_TEXT, texts.length, 1]) at = bytes.writeInt32BE(header, at);
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(lengths[index] ?? -1, at);
    if (text !== null) at += bytes.write(text, at);
  }
  return sql`${bytes}::text[]`;
}

/** Rows in the order of their keys. Two transactions that write some of the same rows in it never wait for each other in a circle. */
export function inKeyOrder<Name extends string, Row extends { readonly [Column in Name]: string }>(
  rows: readonly Row[],
  names: readonly Name[],
): Row[] {
  return rows
    .map((row) => ({ row, key: names.map((name) => row[name]).join("\n") }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

/** The same order in a query that locks rows, whatever the language that the database sorts by. */
export function keyOrder(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(name)} collate "C"`));
}

/** The names of the columns, in the order of selection. */
export function namesOf<Name extends string>(columns: Columns<Name>): Name[] {
  // Object.keys returns exactly the keys of an object literal.
  return Object.keys(columns) as Name[];
}

function textOf(cell: Cell): string | null {
  if (cell === null || cell === undefined) return null;
  return cell instanceof Date ? cell.toISOString() : String(cell);
}
