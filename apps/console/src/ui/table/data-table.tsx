import type { ColumnSort, Row as TableRow, RowData } from "@tanstack/react-table";
import { useRef, type CSSProperties, type ReactNode } from "react";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { useCompact } from "#/ui/page/viewport.ts";
import type { CompactRow, DataTableColumns, DataTableFeatures, PinnedRow } from "./columns.ts";
import styles from "./data-table.module.css";
import { listStatus, listTotal, loadMore, type ListQuery } from "./list-query.ts";
import { toggleRow } from "./select-column.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { DataTableFoot, type SelectionActions } from "./table-foot.tsx";
import { DataTableHead, PinnedTableRow } from "./table-head.tsx";
import { DataTableRow } from "./table-row.tsx";
import { DataTableRows, type DrawnRow } from "./table-rows.tsx";
import { useDataTable } from "./use-data-table.ts";
import { useRowReturn } from "./use-row-return.ts";
import { useRowShortcuts } from "./use-row-shortcuts.ts";
import { useWholePrint } from "./use-whole-print.ts";

export interface DataTableSelection extends SelectionActions {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row extends RowData> {
  /** Named for screen readers. */
  label: string;
  columns: DataTableColumns<Row>;
  /** Ids of columns that have nothing to show. */
  hiddenColumns?: readonly string[];
  query: ListQuery;
  /** The items of the query's pages, or rows derived from them. */
  rows: readonly Row[];
  /** How many of the query's items the rows show, where some rows are none. */
  counted?: number;
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

const compactRowHeight = 58;

/**
 * A table of a list from the server: loading, failed, empty, or its rows. A long list renders only the rows in view and
 * loads further pages while a person scrolls. The server sorts and filters.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, query, rows, selection, pinned = [], onOpen } = props;
  const compact = useCompact();
  const scroller = useRef<HTMLDivElement>(null);
  const showRow = useRef<((index: number) => void) | null>(null);
  const table = useDataTable(props);
  const tableRows = table.getRowModel().rows;
  const status = listStatus(query, rows.length);
  const total = listTotal(query);
  const hasFailedMore = query.isFetchNextPageError === true;
  const wantsMore = status === "shown" && query.hasNextPage === true && !hasFailedMore;
  const rowHeight = compact ? compactRowHeight : (props.rowHeight ?? 33);
  const columns = table.getVisibleLeafColumns();
  const keys = useRowShortcuts<TableRow<DataTableFeatures, Row>>({
    rows: tableRows,
    areOutdated: query.isPlaceholderData || status === "loading",
    scroller,
    show: (index) => showRow.current?.(index),
    selected: selection?.ids.size ?? 0,
    onSelect: selection === undefined ? undefined : toggleRow,
    onClear: () => table.resetRowSelection(true),
    onOpen: ({ original }) => onOpen?.(original),
    more: (props.rowShortcuts ?? []).map(({ run, ...key }) => ({ ...key, run: ({ original }) => run(original) })),
  });
  const printWhole = useWholePrint(query);
  useShortcuts(wantsMore ? [{ keys: "mod+p", label: "Print all", everywhere: true, run: printWhole }] : []);
  useRowReturn({ label, rows: tableRows, current: keys.current, goTo: keys.move });
  const draw = ({ index, start, measure, mayGrow }: DrawnRow) => {
    const row = tableRows[index];
    return row === undefined ? null : (
      <DataTableRow
        key={row.id}
        cells={row.getVisibleCells()}
        compact={compact ? props.compactRow(row.original) : null}
        index={index}
        start={start}
        height={rowHeight}
        measure={measure}
        mayGrow={mayGrow}
        current={keys.current === index}
        tabbable={Math.max(keys.current, 0) === index}
        selected={selection === undefined ? null : row.getIsSelected()}
        actions={compact ? undefined : props.rowActions?.(row.original)}
        openable={onOpen !== undefined}
        href={props.rowHref?.(row.original) ?? null}
        ariaRow={index + pinned.length + 2}
        onFocus={keys.setCurrent}
        onOpen={keys.open}
        onKeyDown={keys.onKeyDown}
      />
    );
  };
  const sizes: CSSProperties & { "--columns": string; "--printed": string; "--least": string } = {
    "--columns": columns.map((column) => trackOf(column.getSize(), column.columnDef.meta?.grow)).join(" "),
    "--printed": columns.map((column) => `minmax(0, ${column.getSize()}fr)`).join(" "),
    "--least": compact ? "0" : `${table.getTotalSize()}px`,
  };

  return (
    <div className={styles["frame"]}>
      {wantsMore ? <p className={styles["partPrinted"]}>Not all rows: Ctrl+P prints all</p> : null}
      <div ref={scroller} className={styles["scroll"]}>
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={total === null ? -1 : total + pinned.length + 1}
          aria-multiselectable={selection === undefined ? undefined : true}
          aria-busy={status === "loading"}
          className={styles["table"]}
          style={sizes}
        >
          <div role="rowgroup" className={styles["top"]}>
            {compact ? null : <DataTableHead headers={table.getHeaderGroups()[0]?.headers ?? []} />}
            {pinned.map((row) => (
              <PinnedTableRow key={row.key} row={row} compact={compact} withBox={selection !== undefined} />
            ))}
          </div>
          {status === "shown" ? (
            <DataTableRows
              rows={tableRows}
              rowHeight={rowHeight}
              compact={compact}
              scroller={scroller}
              showRow={showRow}
              onNearEnd={wantsMore ? () => loadMore(query) : undefined}
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
        shown={props.counted ?? rows.length}
        total={total}
        note={props.footNote}
        selection={selection}
        onClear={() => table.resetRowSelection(true)}
        openable={onOpen !== undefined}
        selectKey={props.rowShortcuts?.some(({ keys }) => keys === "x") === true ? "space" : "x"}
      />
    </div>
  );
}

/** The grid track of a column: one with a share grows from its size. */
function trackOf(size: number, grow: number | undefined): string {
  return grow === undefined ? `${size}px` : `minmax(${size}px, ${grow}fr)`;
}
