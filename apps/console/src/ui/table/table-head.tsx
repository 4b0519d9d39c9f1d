import { FlexRender, type Header, type RowData } from "@tanstack/react-table";
import { Icon } from "#/ui/display/icon.tsx";
import type { DataTableFeatures, PinnedRow } from "./columns.ts";
import styles from "./data-table.module.css";
import { selectColumnId } from "./select-column.tsx";

interface DataTableHeadProps<Row extends RowData> {
  headers: readonly Header<DataTableFeatures, Row>[];
}

export function DataTableHead<Row extends RowData>({ headers }: DataTableHeadProps<Row>) {
  return (
    <div role="row" className={styles["head"]}>
      {headers.map((header) => {
        const { column } = header;
        const sorted = column.getIsSorted();
        return (
          <div
            key={header.id}
            role="columnheader"
            className={cellLook(column.id)}
            data-align={column.columnDef.meta?.align}
            aria-sort={sorted === false ? undefined : sorted === "desc" ? "descending" : "ascending"}
          >
            {column.getCanSort() ? (
              <button type="button" className={styles["sort"]} onClick={column.getToggleSortingHandler()}>
                <FlexRender header={header} />
                {sorted === false ? null : <Icon name={sorted === "desc" ? "chevron-down" : "chevron-up"} size={12} />}
              </button>
            ) : (
              <FlexRender header={header} />
            )}
            {column.columnDef.meta?.explanation}
          </div>
        );
      })}
    </div>
  );
}

/** The checkbox column centres its content. */
export function cellLook(columnId: string): string {
  return columnId === selectColumnId ? `${styles["cell"]} ${styles["check"]}` : `${styles["cell"]}`;
}

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
          className={index === 0 && withBox ? `${styles["cell"]} ${styles["check"]}` : styles["cell"]}
          data-align={cell.align}
          style={{ gridColumn: `span ${cell.span ?? 1}` }}
        >
          {cell.content}
        </div>
      ))}
    </div>
  );
}
