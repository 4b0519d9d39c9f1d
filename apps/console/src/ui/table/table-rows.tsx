import { lazy, Suspense, useEffect, useState, type ReactNode, type RefObject } from "react";
import styles from "./data-table.module.css";
import type { RowWindow } from "./virtual-rows.tsx";

const VirtualRows = lazy(() => import("./virtual-rows.tsx"));

/** Up to here all rows are drawn; of longer lists those in sight, found by code that short ones never load. */
const mostDrawn = 80;
const fromTheEnd = 12;

export interface DrawnRow {
  index: number;
  /** How far down it is drawn; null follows the row before. */
  start: number | null;
  measure: ((element: Element | null) => void) | undefined;
}

interface DataTableRowsProps {
  rows: readonly { id: string }[];
  /** The height of every row, and of a compact one until it is measured. */
  rowHeight: number;
  compact: boolean;
  scroller: RefObject<HTMLElement | null>;
  showRow: RefObject<((at: number) => void) | null>;
  /** Asked for when the last rows come into sight, while the server has more. */
  onNearEnd: (() => void) | undefined;
  draw: (row: DrawnRow) => ReactNode;
}

/** The rows of a table: all of them, or of a long list those in sight. */
export function DataTableRows(props: DataTableRowsProps) {
  const { rows, rowHeight, compact, scroller, showRow, onNearEnd, draw } = props;
  const [found, setFound] = useState<RowWindow | null>(null);
  const isLong = onNearEnd !== undefined || rows.length > mostDrawn;
  const window = isLong ? found : null;
  const last = window?.items.at(-1)?.index ?? null;
  useEffect(() => {
    if (last !== null && last >= rows.length - fromTheEnd) onNearEnd?.();
  }, [last, rows.length, onNearEnd]);
  return (
    <>
      <div
        role="rowgroup"
        className={styles["body"]}
        style={window === null ? undefined : { blockSize: Math.max(window.size, rows.length === 0 ? 0 : rowHeight) }}
      >
        {window === null
          ? rows
              .slice(0, isLong ? mostDrawn : undefined)
              .map((_, index) => draw({ index, start: null, measure: undefined }))
          : window.items.map(({ index, start }) =>
              draw({ index, start, measure: compact ? window.measure : undefined }),
            )}
      </div>
      {isLong ? (
        <Suspense>
          <VirtualRows rows={rows} rowHeight={rowHeight} scroller={scroller} showRow={showRow} onChange={setFound} />
        </Suspense>
      ) : null}
    </>
  );
}
