import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { usePrinting } from "#/ui/page/use-printing.ts";
import styles from "./data-table.module.css";
import type { RowWindow } from "./virtual-rows.tsx";

const VirtualRows = lazyPart(() => import("./virtual-rows.tsx"));

/** Up to this many rows are all rendered. Longer lists load the code that renders only the rows in view. */
const mostDrawn = 80;
const fromTheEnd = 12;

export interface DrawnRow {
  index: number;
  /** The offset in px from the top of the rows; null places it after the previous row. */
  start: number | null;
  measure: ((element: Element | null) => void) | undefined;
  /** Its height may follow its content: no place of another row depends on it. */
  mayGrow: boolean;
}

interface DataTableRowsProps {
  /** Of the rows; the same array as long as they are the same. */
  ids: readonly string[];
  /** The height of each row of a long list, and the least of a short one; compact rows are measured once rendered. */
  rowHeight: number;
  compact: boolean;
  scroller: RefObject<HTMLElement | null>;
  showRow: RefObject<((index: number) => void) | null>;
  /** Called when the last rows come into view; undefined when the server has no more. */
  onNearEnd: (() => void) | undefined;
  draw: (row: DrawnRow) => ReactNode;
}

/** The rows of a table: all of them, or those in view of a long list. */
export function DataTableRows(props: DataTableRowsProps) {
  const { ids, rowHeight, compact, scroller, showRow, onNearEnd, draw } = props;
  const [rowWindow, setRowWindow] = useState<RowWindow | null>(null);
  const isPrinting = usePrinting();
  const isLong = (onNearEnd !== undefined || ids.length > mostDrawn) && !isPrinting;
  const window = isLong ? rowWindow : null;
  const last = window?.items.at(-1)?.index ?? null;
  useEffect(() => {
    if (last !== null && last >= ids.length - fromTheEnd) onNearEnd?.();
  }, [last, ids.length, onNearEnd]);
  return (
    <>
      <div
        role="rowgroup"
        className={styles["body"]}
        data-roomy={!isLong || undefined}
        style={window === null ? undefined : { blockSize: Math.max(window.size, ids.length === 0 ? 0 : rowHeight) }}
      >
        {window === null
          ? ids
              .slice(0, isLong ? mostDrawn : undefined)
              .map((_, index) => draw({ index, start: null, measure: undefined, mayGrow: !isLong }))
          : window.items.map(({ index, start }) =>
              draw({ index, start, measure: compact ? window.measure : undefined, mayGrow: false }),
            )}
      </div>
      {isLong ? (
        <VirtualRows ids={ids} rowHeight={rowHeight} scroller={scroller} showRow={showRow} onChange={setRowWindow} />
      ) : null}
    </>
  );
}
