import type { ReactNode } from "react";

export interface DataTableColumn<Row> {
  id: string;
  header: string;
  /** A quiet second line in the header. */
  subtitle?: string;
  cell: (row: Row) => ReactNode;
  /** A grid track: `minmax(160px, 2fr)`, `88px`. */
  width: string;
  /** Numbers and ages stand at the end, texts at the start. */
  align?: "start" | "end";
  /** In ink-3. */
  quiet?: boolean;
  sortable?: boolean;
  hidden?: boolean;
}

export interface DataTableSort {
  id: string;
  descending: boolean;
}

/** A row above all others, under the header: its cells may span columns. */
export interface PinnedRow {
  key: string;
  cells: readonly { span?: number; align?: "start" | "end"; content: ReactNode }[];
  compact: ReactNode;
}

/** Two lines that stand for a row under 860 px. */
export interface CompactRow {
  mark?: ReactNode;
  title: ReactNode;
  end?: ReactNode;
  under?: ReactNode;
  underEnd?: ReactNode;
}
