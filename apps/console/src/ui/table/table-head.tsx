import { Checkbox } from "#/ui/form/checkbox.tsx";
import type { DataTableColumn, DataTableSort, PinnedRow } from "./column.ts";
import styles from "./data-table.module.css";
import { Icon } from "#/ui/text/icon.tsx";

interface DataTableHeadProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  sort: DataTableSort | null;
  onSort: ((sort: DataTableSort) => void) | undefined;
  /** The rows that the box in the corner selects. */
  ids: readonly string[];
  selection: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void } | undefined;
}

export function DataTableHead<Row>({ columns, sort, onSort, ids, selection }: DataTableHeadProps<Row>) {
  const selected = selection?.ids;
  const allSelected = ids.length > 0 && ids.every((id) => selected?.has(id));
  const someSelected = ids.some((id) => selected?.has(id));
  return (
    <div role="row" className={styles["head"]} data-subtitled={columns.some((column) => column.subtitle) || undefined}>
      {selection === undefined ? null : (
        <div role="columnheader" className={`${styles["cell"]} ${styles["check"]}`}>
          <Checkbox
            label="Select all shown"
            checked={allSelected}
            indeterminate={someSelected && !allSelected}
            onChange={(on) => selection.onChange(new Set(on ? ids : []))}
          />
        </div>
      )}
      {columns.map((column) => {
        const sorted = sort?.id !== column.id ? false : sort.descending ? "desc" : "asc";
        return (
          <div
            key={column.id}
            role="columnheader"
            className={styles["cell"]}
            data-align={column.align}
            aria-sort={sorted === false ? undefined : sorted === "desc" ? "descending" : "ascending"}
          >
            {column.sortable === true && onSort !== undefined ? (
              <button
                type="button"
                className={styles["sort"]}
                onClick={() => onSort({ id: column.id, descending: sorted === "asc" })}
              >
                {column.header}
                {sorted === false ? null : <Icon name={sorted === "desc" ? "chevron-down" : "chevron-up"} size={12} />}
              </button>
            ) : (
              column.header
            )}
            {column.subtitle === undefined ? null : <small>{column.subtitle}</small>}
          </div>
        );
      })}
    </div>
  );
}

interface PinnedLineProps {
  row: PinnedRow;
  compact: boolean;
  withBox: boolean;
}

/** A row above all others, under the header. */
export function PinnedLine({ row, compact, withBox }: PinnedLineProps) {
  const look = `${styles["row"]} ${styles["pinned"]} hatched`;
  if (compact) {
    return (
      <div role="row" className={`${look} ${styles["compact"]}`}>
        <div role="gridcell">{row.compact}</div>
      </div>
    );
  }
  return (
    <div role="row" className={look}>
      {row.cells.map((cell, at) => (
        <div
          key={at}
          role="gridcell"
          aria-colspan={cell.span}
          className={at === 0 && withBox ? `${styles["cell"]} ${styles["check"]}` : styles["cell"]}
          data-align={cell.align}
          style={{ gridColumn: `span ${cell.span ?? 1}` }}
        >
          {cell.content}
        </div>
      ))}
    </div>
  );
}
