import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { DataTableColumn } from "./column.ts";

// Sorting, filtering and paging are the server's, and the selection is the caller's: which columns show is all there is here.
const features = tableFeatures({ columnVisibilityFeature });

export interface TableModel<Row> {
  visible: readonly DataTableColumn<Row>[];
  ids: readonly string[];
  rowAt: (at: number) => Row | undefined;
}

/** The columns that show and the rows by their ids, as TanStack Table works them out. */
export function useTableModel<Row>(
  columns: readonly DataTableColumn<Row>[],
  rows: readonly Row[],
  rowId: (row: Row) => string,
): TableModel<Row> {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row & object>();
    return columns.map(({ id, header, cell }) => helper.display({ id, header, cell: ({ row }) => cell(row.original) }));
  }, [columns]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, hidden }) => [id, hidden !== true])),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: useMemo(() => rowsAsObjects(rows), [rows]),
    getRowId: rowId,
    state: { columnVisibility },
  });
  const model = table.getRowModel().rows;
  return {
    visible: useMemo(() => {
      const shown = new Set(table.getVisibleLeafColumns().map(({ id }) => id));
      return columns.filter(({ id }) => shown.has(id));
    }, [table, columns]),
    ids: useMemo(() => model.map(({ id }) => id), [model]),
    rowAt: (at) => model[at]?.original,
  };
}

/** Rows are objects by the contract's schemas; TanStack Table asks for it in its types. */
function rowsAsObjects<Row>(rows: readonly Row[]): (Row & object)[] {
  return rows.filter((row): row is Row & object => typeof row === "object" && row !== null);
}
