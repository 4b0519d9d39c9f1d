import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect } from "react";
import styles from "./data-table.module.css";
import type { RowsProps } from "./rows.ts";

const fromTheEnd = 12;

/** The rows in sight and some around them, for lists of any length. */
export default function WindowedRows({ ids, rowHeight, compact, scroller, showRow, onNearEnd, draw }: RowsProps) {
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
    getItemKey: (at) => ids[at] ?? at,
  });
  const drawn = virtualizer.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= ids.length - fromTheEnd) onNearEnd?.();
  }, [last, ids.length, onNearEnd]);
  useEffect(() => {
    showRow.current = (at) => virtualizer.scrollToIndex(at);
    return () => {
      showRow.current = null;
    };
  }, [showRow, virtualizer]);
  return (
    <div role="rowgroup" className={styles["body"]} style={{ blockSize: virtualizer.getTotalSize() }}>
      {drawn.map(({ index, start }) =>
        draw({
          key: ids[index] ?? String(index),
          index,
          start,
          measure: compact ? virtualizer.measureElement : undefined,
        }),
      )}
    </div>
  );
}
