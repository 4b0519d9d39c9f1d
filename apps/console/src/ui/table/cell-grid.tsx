import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from "react";
import styles from "./cell-grid.module.css";

/** A table whose cells are pressed, and reached from each other by the arrow keys. It scrolls in a frame of its own. */
export function CellGrid({
  label,
  className,
  frame,
  children,
}: {
  label: string;
  className: string | undefined;
  /** The frame that scrolls. */
  frame?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  return (
    <div ref={frame} className={`${styles["frame"]} ${className}`} role="group" aria-label={label}>
      <table className={styles["grid"]} aria-label={label}>
        {children}
      </table>
    </div>
  );
}

/** The keys of a cell's row and column. */
export interface CellPlace {
  row: string;
  column: string;
}

export interface GridCellProps {
  place: CellPlace;
  /** Whether Tab reaches this cell; it is true for one of the grid. */
  isCurrent: boolean;
  isPressed?: boolean;
  /** For a cell that opens something instead of being pressed. */
  isOpened?: boolean;
  label: string;
  /** Looks: what the classes of the grid's own style sheet select. */
  data?: { readonly [name: `data-${string}`]: string | boolean | undefined };
  tip?: string;
  disabled?: boolean;
  onPress: (event: MouseEvent) => void;
  onFocus?: () => void;
  /** The arrow keys have moved the focus. */
  onMove?: (to: CellPlace, how: { across: boolean; withShift: boolean }) => void;
  children: ReactNode;
}

export function GridCell({
  place,
  isCurrent,
  isPressed,
  isOpened,
  label,
  data,
  onPress,
  onMove,
  ...props
}: GridCellProps) {
  const { tip, disabled = false, onFocus, children } = props;
  return (
    <td className={styles["cell"]} {...data}>
      <button
        type="button"
        data-cell=""
        data-row={place.row}
        data-column={place.column}
        tabIndex={isCurrent ? 0 : -1}
        aria-pressed={isPressed}
        aria-expanded={isOpened}
        aria-disabled={disabled || undefined}
        aria-label={label}
        data-tip={tip}
        onFocus={onFocus}
        onClick={onPress}
        onKeyDown={(event) => moveFocus(event, onMove)}
      >
        {children}
      </button>
    </td>
  );
}

/** A cell that has nothing to press. */
export function AbsentCell({ says, colSpan }: { says: string; colSpan?: number }) {
  return (
    <td className={`${styles["cell"]} ${styles["absent"]}`} colSpan={colSpan}>
      <span className="unseen">{says}</span>
    </td>
  );
}

/** What the signs in the cells mean. */
export function GridLegend({ children }: { children: ReactNode }) {
  return <div className={styles["legend"]}>{children}</div>;
}

const steps: { readonly [key: string]: { by: 1 | -1; across: boolean } | undefined } = {
  ArrowLeft: { by: -1, across: true },
  ArrowRight: { by: 1, across: true },
  ArrowUp: { by: -1, across: false },
  ArrowDown: { by: 1, across: false },
};

/** Along the row or the column to the next cell that can be pressed. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>, onMove: GridCellProps["onMove"]) {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const from = event.currentTarget;
  const axis = step.across ? "row" : "column";
  const cells = [...(from.closest("table")?.querySelectorAll<HTMLElement>("[data-cell]") ?? [])];
  const line = cells.filter(({ dataset }) => dataset[axis] === from.dataset[axis]);
  const to = line[line.indexOf(from) + step.by];
  if (to === undefined) return;
  to.focus();
  onMove?.(
    { row: to.dataset["row"] ?? "", column: to.dataset["column"] ?? "" },
    { across: step.across, withShift: event.shiftKey },
  );
}
