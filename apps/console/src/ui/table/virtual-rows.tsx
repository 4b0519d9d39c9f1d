import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useLayoutEffect } from "react";
import type { RowWindowProps } from "./row-window.ts";

/** Finds the rows in sight, for lists of any length. Draws nothing, so that rows stay what they are while it comes. */
function FindRowWindow({ ids, rowHeight, scroller, showRow, onChange }: RowWindowProps) {
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
    getItemKey: useCallback((at: number) => ids[at] ?? at, [ids]),
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
export default memo(FindRowWindow);
