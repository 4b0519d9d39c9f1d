import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";
import { useCompact } from "./compact.ts";
import type { CompactRow, DataTableColumn, DataTableSort, PinnedRow } from "./data-table-column.ts";
import { DataTableFoot, type SelectionVerbs } from "./data-table-foot.tsx";
import { DataTableRow } from "./data-table-row.tsx";
import styles from "./data-table.module.css";
import { Icon } from "./icon.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { useRowKeys } from "./use-row-keys.ts";

// Sorting, filtering and paging are the server's, and the selection is the caller's: no feature is needed here.
const features = tableFeatures({});

export interface DataTableSelection extends SelectionVerbs {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row> {
  /** Named for screen readers. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The row in words: "Select {label}". */
  rowLabel: (row: Row) => string;
  compactRow: (row: Row) => CompactRow;
  onOpen?: (row: Row) => void;
  /** Keys that do something with the current row. */
  rowKeys?: readonly { keys: string; label: string; run: (row: Row) => void }[];
  /** Verbs in the last column on hover and on the current row, the most likely first. */
  rowActions?: (row: Row) => ReactNode;
  selection?: DataTableSelection;
  sort?: DataTableSort | null;
  onSort?: (sort: DataTableSort) => void;
  pinned?: readonly PinnedRow[];
  /** All that match on the server; null where it is not known. */
  total: number | null;
  /** What the list cannot show, after "18 of 64 shown." */
  footNote?: ReactNode;
  hasMore?: boolean;
  onMore?: () => void;
  loading?: boolean;
  /** Stands in the table's place: an EmptyState, or a Note about what failed. */
  instead?: ReactNode;
  /** After the last row: "12 of 126 not read" with Try again. */
  after?: ReactNode;
  rowHeight?: number;
  /** Grows with its rows inside a page that scrolls, for short lists. */
  grow?: boolean;
}

/** A list from the server, page by page: rows are virtual, sorting and filtering are the server's. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowLabel, selection, sort = null, onSort, pinned = [], rowHeight = 33 } = props;
  const { hasMore = false, onMore, loading = false, instead, grow = false } = props;
  const compact = useCompact();
  const scroller = useRef<HTMLDivElement>(null);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row & object>();
    return columns.map((column) =>
      helper.display({
        id: column.id,
        header: column.header,
        cell: ({ row }) => column.cell(row.original),
      }),
    );
  }, [columns]);
  const selected = selection?.ids;
  const table = useTable({
    features,
    columns: definitions,
    data: useMemo(() => rowsAsObjects(rows), [rows]),
    getRowId: (row) => rowId(row),
  });
  const shownRows = table.getRowModel().rows;
  const visible = useMemo(() => columns.filter((column) => column.hidden !== true), [columns]);
  const template = [...(selection === undefined ? [] : ["32px"]), ...visible.map((column) => column.width)].join(" ");
  const virtualizer = useVirtualizer({
    count: shownRows.length,
    getScrollElement: () => (grow ? document.getElementById("main") : scroller.current),
    estimateSize: () => (compact ? 58 : rowHeight),
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
    enabled: !grow,
    getItemKey: (at) => shownRows[at]?.id ?? at,
  });
  const virtualRows = virtualizer.getVirtualItems();
  const lastShown = virtualRows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !loading && (grow || lastShown >= rows.length - 12)) onMore?.();
  }, [hasMore, loading, grow, lastShown, rows.length, onMore]);
  const ids = useMemo(() => shownRows.map((row) => row.id), [shownRows]);
  const keys = useRowKeys({
    ids,
    scroller,
    show: (at) => (grow ? undefined : virtualizer.scrollToIndex(at)),
    selected,
    onSelect: selection?.onChange,
    onOpen: (at) => {
      const row = shownRows[at];
      if (row !== undefined) props.onOpen?.(row.original);
    },
    more: (props.rowKeys ?? []).map(({ run, ...key }) => ({
      ...key,
      run: (at) => {
        const row = shownRows[at];
        if (row !== undefined) run(row.original);
      },
    })),
  });
  const items = grow ? ids.map((key, index) => ({ key, index, start: index * rowHeight })) : virtualRows;
  const allSelected = ids.length > 0 && ids.every((id) => selected?.has(id));
  const someSelected = ids.some((id) => selected?.has(id));
  const cssColumns: CSSProperties & { "--columns": string; "--least": string } = {
    "--columns": template,
    "--least": compact ? "0" : `${leastWidth(template)}px`,
  };

  return (
    <div className={styles["frame"]} data-grow={grow || undefined}>
      <div ref={scroller} className={styles["scroll"]}>
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={(props.total ?? -1) < 0 ? -1 : (props.total ?? 0) + pinned.length + 1}
          aria-multiselectable={selection === undefined ? undefined : true}
          aria-busy={loading}
          className={styles["table"]}
          style={cssColumns}
        >
          <div role="rowgroup" className={styles["top"]}>
            {compact ? null : (
              <div
                role="row"
                className={styles["head"]}
                data-subtitled={columns.some((column) => column.subtitle) || undefined}
              >
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
                {visible.map((column) => {
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
                          {sorted === false ? null : (
                            <Icon name={sorted === "desc" ? "chevron-down" : "chevron-up"} size={12} />
                          )}
                        </button>
                      ) : (
                        column.header
                      )}
                      {column.subtitle === undefined ? null : <small>{column.subtitle}</small>}
                    </div>
                  );
                })}
              </div>
            )}
            {pinned.map((row) => (
              <PinnedLine key={row.key} row={row} compact={compact} withBox={selection !== undefined} />
            ))}
          </div>
          {instead === undefined && !loading ? (
            <div
              role="rowgroup"
              className={styles["body"]}
              style={{
                blockSize: grow && !compact ? ids.length * rowHeight : grow ? undefined : virtualizer.getTotalSize(),
              }}
            >
              {items.map((item) => {
                const row = shownRows[item.index];
                if (row === undefined) return null;
                return (
                  <DataTableRow
                    key={item.key}
                    columns={visible}
                    row={row.original}
                    label={rowLabel(row.original)}
                    compact={compact ? props.compactRow(row.original) : null}
                    index={item.index}
                    start={item.start}
                    height={rowHeight}
                    flow={grow && compact}
                    measure={compact && !grow ? virtualizer.measureElement : undefined}
                    current={keys.current === item.index}
                    tabbable={Math.max(keys.current, 0) === item.index}
                    selected={selected === undefined ? null : selected.has(row.id)}
                    actions={compact ? undefined : props.rowActions?.(row.original)}
                    openable={props.onOpen !== undefined}
                    ariaRow={item.index + pinned.length + 2}
                    onSelect={keys.select}
                    onFocus={keys.setCurrent}
                    onOpen={keys.open}
                    onKeyDown={keys.onKeyDown}
                  />
                );
              })}
            </div>
          ) : null}
        </div>
        {instead}
        {loading && instead === undefined ? (
          <SkeletonRows rows={12} rowHeight={compact ? 58 : rowHeight} label={`Loading: ${label}`} />
        ) : null}
        {props.after === undefined ? null : <div className={styles["after"]}>{props.after}</div>}
      </div>
      <DataTableFoot
        shown={rows.length}
        total={props.total}
        note={props.footNote}
        selected={selected}
        verbs={selection}
        onClear={() => selection?.onChange(new Set())}
        openable={props.onOpen !== undefined}
        quiet={loading || instead !== undefined}
      />
    </div>
  );
}

/** The sum of each track's least width: below it the table scrolls sideways. */
function leastWidth(template: string): number {
  return [...template.matchAll(/(?:^|\s)(?:minmax\()?(\d+)px/g)].reduce((sum, [, px]) => sum + Number(px), 0);
}

/** Rows are objects by the contract's schemas; TanStack Table asks for it in its types. */
function rowsAsObjects<Row>(rows: readonly Row[]): (Row & object)[] {
  return rows.filter((row): row is Row & object => typeof row === "object" && row !== null);
}

function PinnedLine({ row, compact, withBox }: { row: PinnedRow; compact: boolean; withBox: boolean }) {
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
