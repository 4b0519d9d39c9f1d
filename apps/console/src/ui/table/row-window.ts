import type { RefObject } from "react";

/** The rows in sight and some around them: where each is drawn, and how tall all rows are together. */
export interface RowWindow {
  items: readonly { index: number; start: number }[];
  size: number;
  measure: (element: Element | null) => void;
}

export interface RowWindowProps {
  ids: readonly string[];
  /** The height of every row, and of a compact one until it is measured. */
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls to a row that is not drawn. */
  showRow: RefObject<((at: number) => void) | null>;
  onChange: (window: RowWindow) => void;
}
