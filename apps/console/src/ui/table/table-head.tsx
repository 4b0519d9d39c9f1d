import type { ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import type { ColumnSort, DataTableColumn, PinnedRow } from "./columns.ts";
import styles from "./data-table.module.css";

interface DataTableHeadProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  /** The box that selects all rows. */
  box: ReactNode;
  sort: ColumnSort | undefined;
  onSort: ((sort: ColumnSort) => void) | undefined;
}

export function DataTableHead<Row>({ columns, box, sort, onSort }: DataTableHeadProps<Row>) {
  return (
    <div role="row" className={styles["head"]}>
      {box === null ? null : (
        <div role="columnheader" className={checkLook}>
          {box}
        </div>
      )}
      {columns.map(({ id, header, align, sorts, explanation }) => {
        const sorted = sort?.id === id ? (sort.desc ? "descending" : "ascending") : undefined;
        return (
          <div key={id} role="columnheader" className={styles["cell"]} data-align={align} aria-sort={sorted}>
            {sorts === true && onSort !== undefined ? (
              <button
                type="button"
                className={styles["sort"]}
                onClick={() => onSort({ id, desc: sorted === "ascending" })}
              >
                {header}
                {sorted === undefined ? null : (
                  <Icon name={sorted === "descending" ? "chevron-down" : "chevron-up"} size={12} />
                )}
              </button>
            ) : (
              header
            )}
            {explanation}
          </div>
        );
      })}
    </div>
  );
}

/** The cell of a checkbox centres its content. */
export const checkLook = `${styles["cell"]} ${styles["check"]}`;

/** A row that stays above all others, below the header. */
export function PinnedTableRow({ row, compact, withBox }: { row: PinnedRow; compact: boolean; withBox: boolean }) {
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
      {row.cells.map((cell, index) => (
        <div
          key={index}
          role="gridcell"
          aria-colspan={cell.span}
          className={index === 0 && withBox ? checkLook : styles["cell"]}
          data-align={cell.align}
          style={{ gridColumn: `span ${cell.span ?? 1}` }}
        >
          {cell.content}
        </div>
      ))}
    </div>
  );
}
