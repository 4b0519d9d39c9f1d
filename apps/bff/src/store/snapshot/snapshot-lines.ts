import type { TableSum } from "./table-shapes.ts";

export const SNAPSHOT_FORMAT = "directory-console-store";
export const SNAPSHOT_VERSION = 1;

/** The first line. */
export interface SnapshotHead {
  format: typeof SNAPSHOT_FORMAT;
  version: typeof SNAPSHOT_VERSION;
  /** When the snapshot was taken, as an ISO instant. */
  takenAt: string;
  /** The migrations that the store had run. */
  migrations: string[];
}

/** Before the rows of a table, each of which is a line: a JSON array of texts and nulls in the order of the columns. */
export interface SnapshotTable {
  table: string;
  columns: string[];
}

/** The last line; without it the snapshot was cut off. */
export interface SnapshotEnd {
  end: true;
  tables: { [name: string]: TableSum };
  sequences: { [name: string]: number | null };
}

/** A file that is not a snapshot, was cut off or changed, or has what this version cannot read. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
}
