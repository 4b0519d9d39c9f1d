import { memo, type MouseEvent, type ReactNode, type RefObject } from "react";
import { Link } from "react-router";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import type { CompactRow, DataTableColumn } from "./columns.ts";
import styles from "./data-table.module.css";
import { checkLook } from "./table-head.tsx";
import type { RowActs } from "./use-row-shortcuts.ts";

interface DataTableRowProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  row: Row;
  /** All rows, for a cell that tells its row from others. */
  rows: readonly Row[];
  /** Names the box that selects the row; null where none can be selected. */
  selectLabel: string | null;
  /** On a page that is too narrow for columns. */
  compactRow: ((row: Row) => CompactRow) | null;
  index: number;
  /** The offset in px from the top of the rows; null places it after the previous row. */
  start: number | null;
  height: number;
  mayGrow: boolean;
  measure: ((element: Element | null) => void) | undefined;
  current: boolean;
  tabbable: boolean;
  selected: boolean;
  rowActions: ((row: Row) => ReactNode) | undefined;
  openable: boolean;
  /** Where the row leads to; null where it leads nowhere. */
  href: string | null;
  ariaRow: number;
  /** Those of the table as it was drawn last, so that no row is drawn anew for them. */
  acts: RefObject<RowActs>;
}

function TableRow<Row>(props: DataTableRowProps<Row>) {
  const { measure, columns, row, rows, selectLabel, index, current, selected, openable, href, acts } = props;
  const compact = props.compactRow?.(row) ?? null;
  const actions = compact === null ? props.rowActions?.(row) : undefined;
  const box =
    selectLabel === null ? null : (
      <Checkbox
        label={selectLabel}
        checked={selected}
        tabIndex={-1}
        onChange={(_, { shiftKey }) => acts.current.onSelect(index, shiftKey)}
      />
    );
  const linked = columns.find(({ isLink }) => isLink === true) ?? columns[0];
  const linkTo = (content: ReactNode) =>
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
          acts.current.onOpen(index);
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
      aria-selected={selectLabel === null ? undefined : selected}
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
      onFocus={() => acts.current.onFocus(index)}
      onKeyDown={(event) => acts.current.onKeyDown(event, index)}
      onClick={(event) => {
        if (!openable || isOnControl(event)) return;
        if (opensElsewhere(event)) openElsewhere();
        else acts.current.onOpen(index);
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && !isOnControl(event)) openElsewhere();
      }}
    >
      {compact !== null ? (
        <div role="gridcell" className={styles["compactRow"]}>
          <span>{compact.mark ?? box}</span>
          <span>{linkTo(compact.title)}</span>
          <span>{compact.end}</span>
          <span className={styles["under"]}>
            <span>{compact.under}</span>
            <span>{compact.underEnd}</span>
          </span>
          {compact.actions == null ? null : <div className={styles["compactActions"]}>{compact.actions}</div>}
        </div>
      ) : (
        <>
          {box === null ? null : (
            <div role="gridcell" className={checkLook}>
              {box}
            </div>
          )}
          {columns.map((column, position) => {
            const content = column.cell(row, rows);
            const isLast = position === columns.length - 1 && actions !== undefined;
            return (
              <div
                key={column.id}
                role="gridcell"
                className={isLast ? `${styles["cell"]} ${styles["last"]}` : styles["cell"]}
                data-align={column.align}
                data-quiet={column.quiet || undefined}
              >
                {isLast ? <div className={styles["actions"]}>{actions}</div> : null}
                {isLast ? (
                  <span className={styles["rest"]}>{content}</span>
                ) : column === linked ? (
                  linkTo(content)
                ) : (
                  content
                )}
              </div>
            );
          })}
        </>
      )}
    </div>
  );
}

/** A row of a table. What it was is kept while nothing of it changes, so that moving draws two rows anew and not all of them. */
export const DataTableRow = memo(TableRow) as typeof TableRow;

/** A click that browsers open a new tab or window with. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}

function isOnControl(event: MouseEvent): boolean {
  if (window.getSelection()?.isCollapsed === false) return true;
  return event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
}
