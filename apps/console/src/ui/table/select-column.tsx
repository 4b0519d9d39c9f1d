import type { RowData } from "@tanstack/react-table";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { dataTableColumns } from "./columns.ts";

export const selectColumnId = "select";

/** The first column of a table whose rows can be selected: a box for each, and one for all that are shown. */
export function selectColumn<Row extends RowData>() {
  return dataTableColumns<Row>().display({
    id: selectColumnId,
    size: 32,
    header: ({ table }) => {
      const all = table.getIsAllRowsSelected();
      return (
        <Checkbox
          label="Select all shown"
          checked={all}
          indeterminate={!all && table.getIsSomeRowsSelected()}
          onChange={(on) => table.toggleAllRowsSelected(on)}
        />
      );
    },
    cell: ({ row, table }) => (
      <Checkbox
        label={`Select ${table.options.meta?.rowLabel(row.id) ?? row.id}`}
        checked={row.getIsSelected()}
        tabIndex={-1}
        onChange={(_, { shiftKey }) => toggleRow(row, shiftKey)}
      />
    ),
  });
}

interface SelectableRow {
  getIsSelected: () => boolean;
  getToggleSelectedHandler: () => (event: unknown) => void;
}

/** Selects the row or lets it go; a range selects every row since the last one that was touched. */
export function toggleRow(row: SelectableRow, range: boolean): void {
  row.getToggleSelectedHandler()({ target: { checked: range || !row.getIsSelected() }, shiftKey: range });
}
