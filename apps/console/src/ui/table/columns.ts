import type { ReactNode } from "react";
import type { Viewport } from "#/ui/page/viewport.ts";

/** A column of a table. The server sorts, filters and pages. */
export interface DataTableColumn<Row> {
  id: string;
  header: string;
  size: number;
  /** The column's share of the remaining width, as in CSS `fr`. Without it the column keeps its size. */
  grow?: number;
  /** The size on a narrow page. */
  narrowSize?: number;
  /** Hidden on pages narrower than this. */
  from?: Viewport;
  /** Numbers and ages are aligned to the end, texts to the start. */
  align?: "start" | "end";
  /** Shown in the lightest text colour. */
  quiet?: boolean;
  /** The cell's content is the link of the row; the first column's where none says so. */
  isLink?: boolean;
  /** The server can sort by it. */
  sorts?: boolean;
  /** Shown beside the header, outside the button that sorts. */
  explanation?: ReactNode;
  cell: (row: Row, rows: readonly Row[]) => ReactNode;
}

export interface ColumnSort {
  id: string;
  desc: boolean;
}

/** A row that stays above all others, below the header; its cells may span columns. */
export interface PinnedRow {
  key: string;
  cells: readonly { span?: number; align?: "start" | "end"; content: ReactNode }[];
  compact: ReactNode;
}

/** A row in two lines, for pages below 860 px. */
export interface CompactRow {
  mark?: ReactNode;
  title: ReactNode;
  end?: ReactNode;
  under?: ReactNode;
  underEnd?: ReactNode;
  /** Its buttons, below it, where it waits for somebody to press one. */
  actions?: ReactNode;
}
