import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useLayoutEffect, type RefObject } from "react";

/** The rows in sight and some around them: where each is drawn, and how tall all rows are together. */
export interface RowWindow {
  items: readonly { index: number; start: number }[];
  size: number;
  measure: (element: Element | null) => void;
}

interface VirtualRowsProps {
  rows: readonly { id: string }[];
  /** The height of every row, and of a compact one until it is measured. */
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls to a row that is not drawn. */
  showRow: RefObject<((at: number) => void) | null>;
  onChange: (window: RowWindow) => void;
}

/** Finds the rows in sight, for lists of any length. Draws nothing, so that rows stay what they are while it comes. */
function VirtualRows({ rows, rowHeight, scroller, showRow, onChange }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
  });
  const items = virtualizer.getVirtualItems();
  const size = virtualizer.getTotalSize();
  const { measureElement } = virtualizer;
  // Before the browser paints: a scroll never shows a place without its rows.
  useLayoutEffect(() => onChange({ items, size, measure: measureElement }), [items, size, measureElement, onChange]);
  useEffect(() => {
    showRow.current = (at) => virtualizer.scrollToIndex(at);
    return () => {
      showRow.current = null;
    };
  }, [showRow, virtualizer]);
  return null;
}

// What it finds draws its parent again, which must not make it look again.
export default memo(VirtualRows);
