import { useEffect, useRef, type CSSProperties, type ReactNode } from "react";
import { useCompact } from "#/ui/page/viewport.ts";
import type { CompactRow, DataTableColumn, DataTableSort, PinnedRow } from "./column.ts";
import { DataTableFoot, type SelectionVerbs } from "./table-foot.tsx";
import { DataTableHead, PinnedLine } from "./table-head.tsx";
import { DataTableRow } from "./table-row.tsx";
import { DataTableRows, type DrawnRow } from "./table-rows.tsx";
import styles from "./data-table.module.css";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { useTableModel } from "./use-table-model.ts";

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

/** A list from the server, page by page: of a long one only the rows in sight are drawn; sorting and filtering are the server's. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowLabel, selection, sort = null, onSort, pinned = [], rowHeight = 33 } = props;
  const { hasMore = false, onMore, loading = false, instead, grow = false } = props;
  const compact = useCompact();
  const scroller = useRef<HTMLDivElement>(null);
  const showRow = useRef<((at: number) => void) | null>(null);
  const selected = selection?.ids;
  const { visible, ids, rowAt } = useTableModel(columns, rows, rowId);
  const template = [...(selection === undefined ? [] : ["32px"]), ...visible.map((column) => column.width)].join(" ");
  const wantsMore = hasMore && !loading;
  useEffect(() => {
    if (wantsMore && grow) onMore?.();
  }, [wantsMore, grow, onMore]);
  const keys = useRowKeys({
    ids,
    scroller,
    show: (at) => showRow.current?.(at),
    selected,
    onSelect: selection?.onChange,
    onOpen: (at) => {
      const row = rowAt(at);
      if (row !== undefined) props.onOpen?.(row);
    },
    more: (props.rowKeys ?? []).map(({ run, ...key }) => ({
      ...key,
      run: (at) => {
        const row = rowAt(at);
        if (row !== undefined) run(row);
      },
    })),
  });
  const draw = ({ key, index, start, measure }: DrawnRow) => {
    const row = rowAt(index);
    return row === undefined ? null : (
      <DataTableRow
        key={key}
        columns={visible}
        row={row}
        label={rowLabel(row)}
        compact={compact ? props.compactRow(row) : null}
        index={index}
        start={start}
        height={rowHeight}
        measure={measure}
        current={keys.current === index}
        tabbable={Math.max(keys.current, 0) === index}
        selected={selected === undefined ? null : selected.has(key)}
        actions={compact ? undefined : props.rowActions?.(row)}
        openable={props.onOpen !== undefined}
        ariaRow={index + pinned.length + 2}
        onSelect={keys.select}
        onFocus={keys.setCurrent}
        onOpen={keys.open}
        onKeyDown={keys.onKeyDown}
      />
    );
  };
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
              <DataTableHead columns={visible} sort={sort} onSort={onSort} ids={ids} selection={selection} />
            )}
            {pinned.map((row) => (
              <PinnedLine key={row.key} row={row} compact={compact} withBox={selection !== undefined} />
            ))}
          </div>
          {instead === undefined && !loading ? (
            <DataTableRows
              ids={ids}
              rowHeight={compact ? 58 : rowHeight}
              compact={compact}
              canBeLong={!grow}
              scroller={scroller}
              showRow={showRow}
              onNearEnd={wantsMore ? onMore : undefined}
              draw={draw}
            />
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
        loading={loading && instead === undefined}
      />
    </div>
  );
}

/** The sum of each track's least width: below it the table scrolls sideways. */
function leastWidth(template: string): number {
  return [...template.matchAll(/(?:^|\s)(?:minmax\()?(\d+)px/g)].reduce((sum, [, px]) => sum + Number(px), 0);
}
