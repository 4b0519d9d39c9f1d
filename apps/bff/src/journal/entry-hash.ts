import { createHash } from "node:crypto";

/** An entry as texts by column, as PostgreSQL writes them with the time zone UTC; null where it says nothing. */
export type EntryTexts = Readonly<Record<string, string | null>>;

/** An entry from the texts of its columns. */
export function entryOf(columns: readonly string[], texts: readonly (string | null)[]): EntryTexts {
  return Object.fromEntries(columns.map((name, index) => [name, texts[index] ?? null]));
}

/** The hash before the first entry of all. */
export const NO_HASH = "0".repeat(64);

const SEALS: ReadonlySet<string> = new Set(["sealed_seq", "hash"]);

/**
 * The bytes that stand for an entry: a JSON object of its columns in the order of their names, without the two of the seal and
 * without those that are null. A column that is added later leaves the hashes of earlier entries as they are.
 */
export function canonicalEntry(entry: EntryTexts): string {
  const names = Object.keys(entry)
    .filter((name) => !SEALS.has(name) && entry[name] !== null)
    .toSorted();
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, entry[name]])));
}

/** SHA-256 of the canonical bytes, in hex. */
export function contentHash(entry: EntryTexts): string {
  return sha256(canonicalEntry(entry));
}

export interface ChainLink {
  epoch: string;
  number: number;
  /** The hash of the entry before. */
  previous: string;
  /** The `contentHash` of the entry. */
  content: string;
}

/** SHA-256 of the link as a JSON array, in hex: what it says of an entry, of its place and of all before it. */
export function entryHash({ epoch, number, previous, content }: ChainLink): string {
  return sha256(JSON.stringify([epoch, number, previous, content]));
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
