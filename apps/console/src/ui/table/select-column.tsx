import type { RowData } from "@tanstack/react-table";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { dataTableColumns } from "./columns.ts";

export const selectColumnId = "select";

/** The first column of a table with selectable rows: a checkbox for each row, and one for all in the header. */
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

/** Toggles one row, or selects the range from the last toggled row to this one. */
export function toggleRow(row: SelectableRow, range: boolean): void {
  row.getToggleSelectedHandler()({ target: { checked: range || !row.getIsSelected() }, shiftKey: range });
}
