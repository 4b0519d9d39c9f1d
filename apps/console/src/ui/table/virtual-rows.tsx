import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useLayoutEffect, type RefObject } from "react";

/** The rows in view and some around them, with their offsets, and the height of all rows together. */
export interface RowWindow {
  items: readonly { index: number; start: number }[];
  size: number;
  measure: (element: Element | null) => void;
}

interface VirtualRowsProps {
  ids: readonly string[];
  /** The height of each row; compact rows are measured once rendered. */
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Set to a function that scrolls to a row by its index. */
  showRow: RefObject<((index: number) => void) | null>;
  onChange: (window: RowWindow) => void;
}

/** Works out which rows are in view. It renders nothing itself, so loading it does not remount the rows. */
function VirtualRows({ ids, rowHeight, scroller, showRow, onChange }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
  });
  const items = virtualizer.getVirtualItems();
  const size = virtualizer.getTotalSize();
  const { measureElement } = virtualizer;
  // In a layout effect, so that scrolling never paints a gap without rows.
  useLayoutEffect(() => onChange({ items, size, measure: measureElement }), [items, size, measureElement, onChange]);
  useEffect(() => {
    showRow.current = (index) => virtualizer.scrollToIndex(index);
    return () => {
      showRow.current = null;
    };
  }, [showRow, virtualizer]);
  return null;
}

// Its result re-renders the parent, which must not re-render it in turn.
export default memo(VirtualRows);
