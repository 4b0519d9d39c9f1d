import { FlexRender, type Cell, type RowData } from "@tanstack/react-table";
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import type { CompactRow, DataTableFeatures } from "./columns.ts";
import styles from "./data-table.module.css";
import { cellLook } from "./table-head.tsx";

interface DataTableRowProps<Row extends RowData> {
  cells: readonly Cell<DataTableFeatures, Row>[];
  compact: CompactRow | null;
  index: number;
  /** The offset in px from the top of the rows; null places it after the previous row. */
  start: number | null;
  height: number;
  measure: ((element: Element | null) => void) | undefined;
  current: boolean;
  tabbable: boolean;
  selected: boolean | null;
  actions: ReactNode;
  openable: boolean;
  ariaRow: number;
  onFocus: (at: number) => void;
  onOpen: (at: number) => void;
  onKeyDown: (event: KeyboardEvent, at: number) => void;
}

function DataTableRowPlain<Row extends RowData>(props: DataTableRowProps<Row>) {
  const { measure, cells, compact, index, current, selected, actions, openable } = props;
  const look = compact === null ? styles["row"] : `${styles["row"]} ${styles["compact"]}`;
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={props.ariaRow}
      aria-selected={selected ?? undefined}
      data-index={index}
      data-current={current || undefined}
      data-selected={selected || undefined}
      data-openable={openable || undefined}
      tabIndex={props.tabbable ? 0 : -1}
      className={look}
      style={{
        ...(props.start === null ? { position: "relative" } : { translate: `0 ${props.start}px` }),
        ...(compact === null ? { blockSize: props.height } : {}),
      }}
      onFocus={() => props.onFocus(index)}
      onKeyDown={(event) => props.onKeyDown(event, index)}
      onClick={(event) => {
        if (openable && !isOnControl(event)) props.onOpen(index);
      }}
    >
      {compact !== null ? (
        <div role="gridcell" className={styles["compactRow"]}>
          <span>{compact.mark}</span>
          <span>{compact.title}</span>
          <span>{compact.end}</span>
          <span className={styles["under"]}>
            <span>{compact.under}</span>
            <span>{compact.underEnd}</span>
          </span>
        </div>
      ) : (
        cells.map((cell, at) => {
          const { id, columnDef } = cell.column;
          const isLast = at === cells.length - 1 && actions !== undefined;
          return (
            <div
              key={cell.id}
              role="gridcell"
              className={isLast ? `${cellLook(id)} ${styles["last"]}` : cellLook(id)}
              data-align={columnDef.meta?.align}
              data-quiet={columnDef.meta?.quiet || undefined}
            >
              {isLast ? <div className={styles["actions"]}>{actions}</div> : null}
              {isLast ? (
                <span className={styles["rest"]}>
                  <FlexRender cell={cell} />
                </span>
              ) : (
                <FlexRender cell={cell} />
              )}
            </div>
          );
        })
      )}
    </div>
  );
}

function isOnControl(event: MouseEvent): boolean {
  if (window.getSelection()?.isCollapsed === false) return true;
  return event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
}

/** `memo` loses the type parameter of a generic component, without changing its props or result. */
function memoised(component: typeof DataTableRowPlain): typeof DataTableRowPlain {
  return memo(component) as typeof DataTableRowPlain;
}

export const DataTableRow = memoised(DataTableRowPlain);
