import {
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type RowData,
  type TableOptions,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

export interface ColumnMeta {
  /** The column's share of the remaining width, as in CSS `fr`. Without it the column keeps its size. */
  grow?: number;
  /** The size on a narrow page. */
  narrowSize?: number;
  /** Hidden on pages narrower than this. */
  from?: "middle" | "wide";
  /** Numbers and ages are aligned to the end, texts to the start. */
  align?: "start" | "end";
  /** Shown in the lightest text colour. */
  quiet?: boolean;
  /** The cell's content is the link of the row; the first column's where none says so. */
  isLink?: boolean;
  /** Shown beside the header, outside the button that sorts. */
  explanation?: ReactNode;
}

export interface TableMeta {
  /** Names the row with this id. */
  rowLabel: (id: string) => string;
}

// Sorting, filtering and paging are done by the server, so only the core row model is used.
export const dataTableFeatures = tableFeatures({
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

export type DataTableFeatures = typeof dataTableFeatures;
export type DataTableColumns<Row extends RowData> = TableOptions<DataTableFeatures, Row>["columns"];

/** Helper for column definitions: `accessor` for columns that the server can sort by, `display` for the others. */
export function dataTableColumns<Row extends RowData>() {
  return createColumnHelper<DataTableFeatures, Row>();
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
}
