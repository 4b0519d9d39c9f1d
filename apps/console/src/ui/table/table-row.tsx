import { FlexRender, type Cell, type RowData } from "@tanstack/react-table";
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { Link } from "react-router";
import type { CompactRow, DataTableFeatures } from "./columns.ts";
import styles from "./data-table.module.css";
import { selectColumnId } from "./select-column.tsx";
import { cellLook } from "./table-head.tsx";

interface DataTableRowProps<Row extends RowData> {
  cells: readonly Cell<DataTableFeatures, Row>[];
  compact: CompactRow | null;
  index: number;
  /** The offset in px from the top of the rows; null places it after the previous row. */
  start: number | null;
  height: number;
  mayGrow: boolean;
  measure: ((element: Element | null) => void) | undefined;
  current: boolean;
  tabbable: boolean;
  selected: boolean | null;
  actions: ReactNode;
  openable: boolean;
  /** Where the row leads to; null where it leads nowhere. */
  href: string | null;
  ariaRow: number;
  onFocus: (index: number) => void;
  onOpen: (index: number) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
}

function DataTableRowPlain<Row extends RowData>(props: DataTableRowProps<Row>) {
  const { measure, cells, compact, index, current, selected, actions, openable, href } = props;
  const linkAt = Math.max(
    cells.findIndex(({ column }) => column.columnDef.meta?.isLink === true),
    cells.findIndex(({ column }) => column.id !== selectColumnId),
  );
  const linked = (content: ReactNode) =>
    href === null ? (
      content
    ) : (
      <Link
        to={href}
        tabIndex={-1}
        className="quiet-link"
        onClick={(event) => {
          if (opensElsewhere(event)) return;
          event.preventDefault();
          props.onOpen(index);
        }}
      >
        {content}
      </Link>
    );
  const openElsewhere = () => void (href !== null && window.open(href, "_blank", "noopener"));
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
        ...(compact === null ? { [props.mayGrow ? "minBlockSize" : "blockSize"]: props.height } : {}),
      }}
      onFocus={() => props.onFocus(index)}
      onKeyDown={(event) => props.onKeyDown(event, index)}
      onClick={(event) => {
        if (!openable || isOnControl(event)) return;
        if (opensElsewhere(event)) openElsewhere();
        else props.onOpen(index);
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && !isOnControl(event)) openElsewhere();
      }}
    >
      {compact !== null ? (
        <div role="gridcell" className={styles["compactRow"]}>
          <span>{compact.mark}</span>
          <span>{linked(compact.title)}</span>
          <span>{compact.end}</span>
          <span className={styles["under"]}>
            <span>{compact.under}</span>
            <span>{compact.underEnd}</span>
          </span>
        </div>
      ) : (
        cells.map((cell, index) => {
          const { id, columnDef } = cell.column;
          const isLast = index === cells.length - 1 && actions !== undefined;
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
              ) : index === linkAt ? (
                linked(<FlexRender cell={cell} />)
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

/** A click that browsers open a new tab or window with. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
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
