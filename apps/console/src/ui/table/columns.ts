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
  /** The column's share of the width that is left once every column has its size. */
  grow?: number;
  /** The size while the viewport is narrow. */
  narrowSize?: number;
  /** Hidden while the viewport is less wide than this. */
  from?: "middle" | "wide";
  /** Numbers and ages stand at the end, texts at the start. */
  align?: "start" | "end";
  /** In the faintest ink. */
  quiet?: boolean;
}

export interface TableMeta {
  /** The row in words, by its id. */
  rowLabel: (id: string) => string;
}

// The server sorts, filters and pages: no row model but the plain one is here.
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

/** Defines the columns of a table: `accessor` for those that the server can sort by, `display` for the rest. */
export function dataTableColumns<Row extends RowData>() {
  return createColumnHelper<DataTableFeatures, Row>();
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
