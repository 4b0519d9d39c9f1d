import { useMemo, useRef, type CSSProperties, type ReactNode } from "react";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { useCompact, useViewport, type Viewport } from "#/ui/page/viewport.ts";
import type { ColumnSort, CompactRow, DataTableColumn, PinnedRow } from "./columns.ts";
import styles from "./data-table.module.css";
import { listStatus, listTotal, loadMore, type ListQuery } from "./list-query.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { DataTableFoot, type SelectionActions } from "./table-foot.tsx";
import { DataTableHead, PinnedTableRow } from "./table-head.tsx";
import { DataTableRow } from "./table-row.tsx";
import { DataTableRows, type DrawnRow } from "./table-rows.tsx";
import { useRowReturn } from "./use-row-return.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useRowShortcuts } from "./use-row-shortcuts.ts";
import { useWholePrint } from "./use-whole-print.ts";

export interface DataTableSelection extends SelectionActions {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row> {
  /** Named for screen readers. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Ids of columns that have nothing to show. */
  hiddenColumns?: readonly string[];
  query: ListQuery;
  /** The items of the query's pages, or rows derived from them. */
  rows: readonly Row[];
  /** How many of the query's items the rows show, and what they are called, where a row is not one of them. */
  counted?: { items: number; noun: string };
  /** Replaces the rows where there are none. */
  empty: ReactNode;
  rowId: (row: Row) => string;
  /** Names a row: "Select {label}". */
  rowLabel: (row: Row) => string;
  compactRow: (row: Row) => CompactRow;
  onOpen?: (row: Row) => void;
  /** The address that `onOpen` leads to, so that a row can be opened in a new tab; null where it leads nowhere. */
  rowHref?: (row: Row) => string | null;
  /** Shortcuts that act on the current row. */
  rowShortcuts?: readonly { keys: string; label: string; run: (row: Row) => void }[];
  /** Buttons in the last column, on hover and on the current row. */
  rowActions?: (row: Row) => ReactNode;
  selection?: DataTableSelection;
  sort?: ColumnSort;
  onSort?: (sort: ColumnSort) => void;
  pinned?: readonly PinnedRow[];
  /** A note after "18 of 64 shown." */
  footNote?: ReactNode;
  rowHeight?: number;
}

const none: readonly string[] = [];
const compactRowHeight = 58;
const boxSize = 32;
const widths: { [width in Viewport]: number } = { narrow: 0, middle: 1, wide: 2 };

/**
 * A table of a list from the server: loading, failed, empty, or its rows. A long list renders only the rows in view and
 * loads further pages while a person scrolls. The server sorts and filters.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, query, rows, rowId, selection, pinned = [], hiddenColumns = none, onOpen } = props;
  const compact = useCompact();
  const scroller = useRef<HTMLDivElement>(null);
  const showRow = useRef<((index: number) => void) | null>(null);
  const viewport = useViewport();
  const status = listStatus(query, rows.length);
  const areOutdated = query.isPlaceholderData || status === "loading";
  const selected = useRowSelection({ rows, areOutdated, rowId, selection });
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const total = listTotal(query);
  const rowCount = props.counted === undefined ? total : query.hasNextPage === true ? null : rows.length;
  const hasFailedMore = query.isFetchNextPageError === true;
  const wantsMore = status === "shown" && query.hasNextPage === true && !hasFailedMore;
  const rowHeight = compact ? compactRowHeight : (props.rowHeight ?? 33);
  const columns = useMemo(
    () =>
      props.columns.filter(
        ({ id, from = "narrow" }) => widths[viewport] >= widths[from] && !hiddenColumns.includes(id),
      ),
    [props.columns, hiddenColumns, viewport],
  );
  const keys = useRowShortcuts({
    rows,
    ids,
    areOutdated,
    scroller,
    show: (index) => showRow.current?.(index),
    selected: selection?.ids.size ?? 0,
    onSelect: selection === undefined ? undefined : selected.toggle,
    onClear: selected.clear,
    onOpen: (row) => onOpen?.(row),
    more: props.rowShortcuts ?? [],
  });
  const printWhole = useWholePrint(query);
  useShortcuts(wantsMore ? [{ keys: "mod+p", label: "Print all", everywhere: true, run: printWhole }] : []);
  useRowReturn({ label, ids, current: keys.current, goTo: keys.move });
  const draw = ({ index, start, measure, mayGrow }: DrawnRow) => {
    const row = rows[index];
    return row === undefined ? null : (
      <DataTableRow
        key={rowId(row)}
        columns={columns}
        row={row}
        rows={rows}
        selectLabel={selection === undefined ? null : `Select ${props.rowLabel(row)}`}
        compactRow={compact ? props.compactRow : null}
        index={index}
        start={start}
        height={rowHeight}
        measure={measure}
        mayGrow={mayGrow}
        current={keys.current === index}
        tabbable={Math.max(keys.current, 0) === index}
        selected={selection !== undefined && selected.isSelected(row)}
        rowActions={props.rowActions}
        openable={onOpen !== undefined}
        href={props.rowHref?.(row) ?? null}
        ariaRow={index + pinned.length + 2}
        acts={keys.acts}
      />
    );
  };
  const tracks = columns.map(({ size, narrowSize = size, grow }) => ({
    size: viewport === "narrow" ? narrowSize : size,
    grow,
  }));
  if (selection !== undefined) tracks.unshift({ size: boxSize, grow: undefined });
  const sizes: CSSProperties & { "--columns": string; "--printed": string; "--least": string } = {
    "--columns": tracks.map(trackOf).join(" "),
    "--printed": tracks.map(({ size }) => `minmax(0, ${size}fr)`).join(" "),
    "--least": compact ? "0" : `${tracks.reduce((sum, { size }) => sum + size, 0)}px`,
  };

  return (
    <div className={styles["frame"]}>
      {wantsMore ? <p className={styles["partPrinted"]}>Only the loaded rows are printed. Ctrl+P prints all.</p> : null}
      <div ref={scroller} className={styles["scroll"]}>
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={rowCount === null ? -1 : rowCount + pinned.length + 1}
          aria-multiselectable={selection === undefined ? undefined : true}
          aria-busy={areOutdated}
          className={styles["table"]}
          style={sizes}
        >
          <div role="rowgroup" className={styles["top"]}>
            {compact ? null : (
              <DataTableHead
                columns={columns}
                box={
                  selection === undefined ? null : (
                    <Checkbox
                      label="Select all shown"
                      checked={selected.all}
                      indeterminate={selected.some}
                      onChange={selected.toggleAll}
                    />
                  )
                }
                sort={props.sort}
                onSort={props.onSort}
              />
            )}
            {pinned.map((row) => (
              <PinnedTableRow key={row.key} row={row} compact={compact} withBox={selection !== undefined} />
            ))}
          </div>
          {status === "shown" ? (
            <DataTableRows
              ids={ids}
              rowHeight={rowHeight}
              compact={compact}
              scroller={scroller}
              showRow={showRow}
              onNearEnd={wantsMore ? () => loadMore(query, { cancelRefetch: false }) : undefined}
              draw={draw}
            />
          ) : null}
        </div>
        {status === "failed" ? <ReadFailure error={query.error} onRetry={() => query.refetch()} /> : null}
        {status === "empty" ? props.empty : null}
        {status === "loading" ? <SkeletonRows rows={12} rowHeight={rowHeight} label={`Loading: ${label}`} /> : null}
        {hasFailedMore ? (
          <div className={styles["after"]}>
            <ReadFailure error={query.error} onRetry={() => loadMore(query)} />
          </div>
        ) : null}
      </div>
      <DataTableFoot
        status={status}
        shown={props.counted?.items ?? rows.length}
        total={total}
        noun={props.counted?.noun}
        note={props.footNote}
        selection={selection}
        onClear={selected.clear}
        openable={onOpen !== undefined}
        selectKey={props.rowShortcuts?.some(({ keys }) => keys === "x") === true ? "space" : "x"}
      />
    </div>
  );
}

/** The grid track of a column: one with a share grows from its size. */
function trackOf({ size, grow }: { size: number; grow: number | undefined }): string {
  return grow === undefined ? `${size}px` : `minmax(${size}px, ${grow}fr)`;
}
