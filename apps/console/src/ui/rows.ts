import type { ReactNode, RefObject } from "react";

export interface DrawnRow {
  key: string;
  index: number;
  /** How far down it is drawn; null follows the row before. */
  start: number | null;
  measure: ((element: Element | null) => void) | undefined;
}

/** What draws the rows of a table: all of them, or those in sight. */
export interface RowsProps {
  ids: readonly string[];
  /** The height of every row, and of a compact one until it is measured. */
  rowHeight: number;
  compact: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls to a row that is not drawn; set by whoever leaves rows out. */
  showRow: RefObject<((at: number) => void) | null>;
  /** Asked for when the last rows come into sight, while the server has more. */
  onNearEnd: (() => void) | undefined;
  draw: (row: DrawnRow) => ReactNode;
}
