import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import type { CompactRow, DataTableColumn } from "./column.ts";
import styles from "./data-table.module.css";

interface DataTableRowProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  row: Row;
  label: string;
  compact: CompactRow | null;
  index: number;
  /** How far down it is drawn; null follows the row before. */
  start: number | null;
  height: number;
  measure: ((element: Element | null) => void) | undefined;
  current: boolean;
  tabbable: boolean;
  selected: boolean | null;
  actions: ReactNode;
  openable: boolean;
  ariaRow: number;
  onSelect: (at: number, range: boolean) => void;
  onFocus: (at: number) => void;
  onOpen: (at: number) => void;
  onKeyDown: (event: KeyboardEvent, at: number) => void;
}

function DataTableRowPlain<Row>(props: DataTableRowProps<Row>) {
  const { measure, columns, row, label, compact, index, current, selected, actions, openable } = props;
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
        <>
          {selected === null ? null : (
            <div role="gridcell" className={`${styles["cell"]} ${styles["check"]}`}>
              <Checkbox
                label={`Select ${label}`}
                checked={selected}
                tabIndex={-1}
                onChange={(_, { shiftKey }) => props.onSelect(index, shiftKey)}
              />
            </div>
          )}
          {columns.map((column, at) => {
            const last = at === columns.length - 1 && actions !== undefined;
            return (
              <div
                key={column.id}
                role="gridcell"
                className={last ? `${styles["cell"]} ${styles["last"]}` : styles["cell"]}
                data-align={column.align}
                data-quiet={column.quiet || undefined}
              >
                {last ? <div className={styles["actions"]}>{actions}</div> : null}
                {last ? <span className={styles["rest"]}>{column.cell(row)}</span> : column.cell(row)}
              </div>
            );
          })}
        </>
      )}
    </div>
  );
}

function isOnControl(event: MouseEvent): boolean {
  if (window.getSelection()?.isCollapsed === false) return true;
  return event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
}

/** `memo` forgets that a component is generic; it changes neither what it takes nor what it gives. */
function memoised(component: typeof DataTableRowPlain): typeof DataTableRowPlain {
  return memo(component) as typeof DataTableRowPlain;
}

export const DataTableRow = memoised(DataTableRowPlain);
