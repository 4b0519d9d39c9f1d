import { useEffect, useRef } from "react";

interface RowSelectionOptions<Row> {
  rows: readonly Row[];
  /** The rows are those of an earlier filter until the server has answered. */
  areOutdated: boolean;
  rowId: (row: Row) => string;
  selection: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void } | undefined;
}

/**
 * Which rows are selected, one by one, as a range from the row toggled last, or all that are shown. What is asked for while other rows
 * are on their way is done with those, and so leaves out what they lack.
 */
export function useRowSelection<Row>({ rows, areOutdated, rowId, selection }: RowSelectionOptions<Row>) {
  const asked = useRef<{ of: Row | null; selected: boolean } | null>(null);
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
  useEffect(() => {
    if (asked.current === null || areOutdated) return;
    const { of, selected } = asked.current;
    asked.current = null;
    set(of === null ? rows : rows.filter((row) => rowId(row) === rowId(of)), selected, null);
  });
  const count = rows.filter((row) => ids.has(rowId(row))).length;
  return {
    isSelected: (row: Row) => ids.has(rowId(row)),
    all: count > 0 && count === rows.length,
    some: count > 0 && count < rows.length,
    toggle: (row: Row, range: boolean) => {
      if (areOutdated) {
        asked.current = { of: row, selected: !ids.has(rowId(row)) };
        return;
      }
      const from = range ? rows.findIndex((other) => rowId(other) === toggledLast.current) : -1;
      const to = rows.indexOf(row);
      const changed = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(changed, range || !ids.has(rowId(row)), rowId(row));
    },
    toggleAll: (selected: boolean) => {
      if (areOutdated) asked.current = { of: null, selected };
      else set(rows, selected, null);
    },
    clear: () => {
      toggledLast.current = null;
      selection?.onChange(new Set());
    },
  };
}
