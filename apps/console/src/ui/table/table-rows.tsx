import { lazy, Suspense, useEffect, useState, type ReactNode, type RefObject } from "react";
import styles from "./data-table.module.css";
import type { RowWindow } from "./row-window.ts";

const FindRowWindow = lazy(() => import("./virtual-rows.tsx"));

/** Up to here all rows are drawn; of longer lists those in sight, found by code that short ones never load. */
const mostDrawn = 80;
const fromTheEnd = 12;

export interface DrawnRow {
  key: string;
  index: number;
  /** How far down it is drawn; null follows the row before. */
  start: number | null;
  measure: ((element: Element | null) => void) | undefined;
}

interface DataTableRowsProps {
  ids: readonly string[];
  /** The height of every row, and of a compact one until it is measured. */
  rowHeight: number;
  compact: boolean;
  /** False for a list that is part of a page and ends. */
  canBeLong: boolean;
  scroller: RefObject<HTMLElement | null>;
  showRow: RefObject<((at: number) => void) | null>;
  /** Asked for when the last rows come into sight, while the server has more. */
  onNearEnd: (() => void) | undefined;
  draw: (row: DrawnRow) => ReactNode;
}

/** The rows of a table: all of them, or of a long list those in sight. */
export function DataTableRows(props: DataTableRowsProps) {
  const { ids, rowHeight, compact, canBeLong, scroller, showRow, onNearEnd, draw } = props;
  const [found, setFound] = useState<RowWindow | null>(null);
  const isLong = canBeLong && (onNearEnd !== undefined || ids.length > mostDrawn);
  const window = isLong ? found : null;
  const last = window?.items.at(-1)?.index ?? null;
  useEffect(() => {
    if (last !== null && last >= ids.length - fromTheEnd) onNearEnd?.();
  }, [last, ids.length, onNearEnd]);
  return (
    <>
      <div
        role="rowgroup"
        className={styles["body"]}
        style={window === null ? undefined : { blockSize: Math.max(window.size, ids.length === 0 ? 0 : rowHeight) }}
      >
        {window === null
          ? ids
              .slice(0, isLong ? mostDrawn : undefined)
              .map((key, index) => draw({ key, index, start: null, measure: undefined }))
          : window.items.map(({ index, start }) =>
              draw({ key: ids[index] ?? String(index), index, start, measure: compact ? window.measure : undefined }),
            )}
      </div>
      {isLong ? (
        <Suspense>
          <FindRowWindow ids={ids} rowHeight={rowHeight} scroller={scroller} showRow={showRow} onChange={setFound} />
        </Suspense>
      ) : null}
    </>
  );
}
