import { operationError } from "#/runtime/errors.ts";
import type { Secrets } from "#/runtime/secrets.ts";

type Key = string | number;
type KeyKind = "text" | "integer" | "number";

/** The opaque cursor with the sort keys of a page's last row. */
export function writeCursor(keys: readonly Key[]): string {
  return Buffer.from(JSON.stringify(keys)).toString("base64url");
}

/**
 * The sort keys of a cursor, with the types that the list sorts by. Refuses cursors that this kind of list did not
 * create.
 */
export function readCursor<const Kinds extends readonly KeyKind[]>(
  cursor: string | undefined,
  kinds: Kinds,
): KeysOf<Kinds> | undefined {
  if (cursor === undefined) return undefined;
  const keys = parse(cursor);
  if (!Array.isArray(keys) || keys.length !== kinds.length || !kinds.every((kind, index) => fits(keys[index], kind)))
    throw operationError("invalid_request", "cursor", { pointer: "?cursor" });
  return asKeys<Kinds>(keys);
}

/** The number of the row after which a page begins; its cursor has the id in place of it. */
export function readNumber(
  secrets: Secrets,
  cursor: string | undefined,
  of: Parameters<Secrets["findNumber"]>[1],
): number | undefined {
  const [id] = readCursor(cursor, ["text"]) ?? [];
  if (id === undefined) return undefined;
  const number = secrets.findNumber(id, of);
  if (number === undefined) throw operationError("invalid_request", "cursor", { pointer: "?cursor" });
  return number;
}

type KeysOf<Kinds extends readonly KeyKind[]> = {
  [At in keyof Kinds]: Kinds[At] extends "text" ? string : number;
};

// Every key was checked against its type just before.
function asKeys<Kinds extends readonly KeyKind[]>(keys: unknown[]): KeysOf<Kinds> {
  return keys as KeysOf<Kinds>;
}

function fits(key: unknown, type: KeyKind): boolean {
  if (type === "text") return typeof key === "string" && !key.includes("\0") && key.isWellFormed();
  return Number.isSafeInteger(key) && Math.abs(Number(key)) <= most[type];
}

/** The limits of the columns: a 32-bit integer, or the milliseconds of a date. */
const most = { integer: 2_147_483_647, number: 8.64e15 } as const;

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw operationError("invalid_request", "cursor", { pointer: "?cursor" });
  }
}

/**
 * The most characters of JSON that the rows of one page have together. An answer has at most about twice as many, since what is
 * told of a row, such as its receipt, repeats its values.
 */
const MOST_OF_PAGE = 1_000_000;

/**
 * Turns rows, read with one more than the page size, into a page and the cursor of the next one. A page of large rows ends
 * before them, but has one row at least. `tells` is what a row brings into the answer, where that is more than itself.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => readonly Key[],
  tells: (row: Row) => unknown = (row) => row,
): { items: Row[]; nextCursor: string | null } {
  let size = 0;
  const tooLarge = rows.findIndex(
    (row, index) => (size += JSON.stringify(tells(row)).length) > MOST_OF_PAGE && index > 0,
  );
  const items = rows.slice(0, tooLarge === -1 ? limit : Math.min(tooLarge, limit));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > items.length && last !== undefined ? writeCursor(keysOf(last)) : null };
}
