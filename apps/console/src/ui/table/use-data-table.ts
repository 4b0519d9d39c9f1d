import {
  functionalUpdate,
  useTable,
  type ColumnSort,
  type RowData,
  type RowSelectionState,
  type SortingState,
  type Updater,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { useViewport, type Viewport } from "#/ui/page/viewport.ts";
import { dataTableFeatures, type DataTableColumns } from "./columns.ts";
import { selectColumn } from "./select-column.tsx";

export interface DataTableOptions<Row extends RowData> {
  columns: DataTableColumns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** Ids of columns that have nothing to show. */
  hiddenColumns?: readonly string[] | undefined;
  selection?: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void } | undefined;
  sort?: ColumnSort | undefined;
  onSort?: ((sort: ColumnSort) => void) | undefined;
}

const widths: readonly Viewport[] = ["narrow", "middle", "wide"];
const noneHidden: readonly string[] = [];
const noneSelected: ReadonlySet<string> = new Set();

/** The table instance: columns, their sizes and visibility, sorting and selected rows. */
export function useDataTable<Row extends RowData>(options: DataTableOptions<Row>) {
  const { columns, rows, rowId, rowLabel, hiddenColumns = noneHidden, selection, sort, onSort } = options;
  const viewport = useViewport();
  const selectable = selection !== undefined;
  const withSelect = useMemo(() => (selectable ? [selectColumn<Row>(), ...columns] : columns), [selectable, columns]);
  const ids = selection?.ids ?? noneSelected;
  const rowSelection = useMemo(() => asSelectionState(ids), [ids]);
  const rowById = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows, rowId]);
  const { id: sortId, desc = false } = sort ?? {};
  const sorting = useMemo(() => (sortId === undefined ? [] : [{ id: sortId, desc }]), [sortId, desc]);
  const layout = useMemo(() => layoutFor(columns, viewport, hiddenColumns), [columns, viewport, hiddenColumns]);
  return useTable({
    features: dataTableFeatures,
    columns: withSelect,
    data: rows,
    getRowId: rowId,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { ...layout, rowSelection, sorting },
    meta: {
      rowLabel: (id) => {
        const row = rowById.get(id);
        return row === undefined ? id : rowLabel(row);
      },
    },
    onRowSelectionChange: (updater: Updater<RowSelectionState>) =>
      selection?.onChange(new Set(Object.keys(functionalUpdate(updater, rowSelection)))),
    onSortingChange: (updater: Updater<SortingState>) => {
      const [next] = functionalUpdate(updater, sorting);
      if (next !== undefined) onSort?.(next);
    },
  });
}

function asSelectionState(ids: ReadonlySet<string>): RowSelectionState {
  return Object.fromEntries([...ids].map((id) => [id, true as const]));
}

/** Visibility and sizes of the columns at the width of the page. */
function layoutFor<Row extends RowData>(columns: DataTableColumns<Row>, viewport: Viewport, hidden: readonly string[]) {
  const columnVisibility: Record<string, boolean> = {};
  const columnSizing: Record<string, number> = {};
  for (const column of columns) {
    const id = column.id ?? ("accessorKey" in column ? String(column.accessorKey) : "");
    const { from = "narrow", narrowSize } = column.meta ?? {};
    columnVisibility[id] = widths.indexOf(viewport) >= widths.indexOf(from) && !hidden.includes(id);
    if (viewport === "narrow" && narrowSize !== undefined) columnSizing[id] = narrowSize;
  }
  return { columnVisibility, columnSizing };
}
