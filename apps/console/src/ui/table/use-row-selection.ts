import { useRef } from "react";

interface RowSelectionOptions<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selection: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void } | undefined;
}

/** Which rows are selected, one by one, as a range from the row toggled last, or all that are shown. */
export function useRowSelection<Row>({ rows, rowId, selection }: RowSelectionOptions<Row>) {
  const toggledLast = useRef<string | null>(null);
  const ids = selection?.ids ?? new Set<string>();
  const set = (changed: readonly Row[], selected: boolean, last: string | null) => {
    const next = new Set(ids);
    for (const row of changed) {
      if (selected) next.add(rowId(row));
      else next.delete(rowId(row));
    }
    toggledLast.current = last;
    selection?.onChange(next);
  };
  const count = rows.filter((row) => ids.has(rowId(row))).length;
  return {
    isSelected: (row: Row) => ids.has(rowId(row)),
    all: count > 0 && count === rows.length,
    some: count > 0 && count < rows.length,
    toggle: (row: Row, range: boolean) => {
      const from = range ? rows.findIndex((other) => rowId(other) === toggledLast.current) : -1;
      const to = rows.indexOf(row);
      const changed = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(changed, range || !ids.has(rowId(row)), rowId(row));
    },
    toggleAll: (selected: boolean) => set(rows, selected, null),
    clear: () => {
      toggledLast.current = null;
      selection?.onChange(new Set());
    },
  };
}
