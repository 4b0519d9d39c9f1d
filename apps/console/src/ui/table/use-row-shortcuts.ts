import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { isFocusLost } from "#/ui/keyboard/restore-focus.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";

interface RowShortcutsOptions<Row> {
  rows: readonly Row[];
  /** Of the rows. */
  ids: readonly string[];
  /** The rows are those of an earlier filter until the server has answered. */
  areOutdated: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls to a row that may not be rendered yet. */
  show: (index: number) => void;
  /** How many rows are selected. */
  selected: number;
  onSelect: ((row: Row, range: boolean) => void) | undefined;
  onClear: () => void;
  onOpen: (row: Row) => void;
  /** Further shortcuts for the current row. */
  more?: readonly { keys: string; label: string; run: (row: Row) => void }[];
}

/** What a row tells its table. */
export interface RowActs {
  onFocus: (index: number) => void;
  onOpen: (index: number) => void;
  onSelect: (index: number, range: boolean) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
}

const filterWaits = () => document.querySelector("main [data-filter=waiting]") !== null;

/** The current row of a list and its keys: J, K and arrows move, X selects (⇧X a range), ↵ opens, Esc clears the selection. */
export function useRowShortcuts<Row>(options: RowShortcutsOptions<Row>) {
  const { rows, ids, areOutdated, scroller, show, selected, onSelect, onClear, onOpen, more = [] } = options;
  // It stays the current row, and keeps the focus, where others come or go above it.
  const [at, setAt] = useState<{ index: number; id: string | undefined }>({ index: -1, id: undefined });
  const place = at.id === undefined || ids[at.index] === at.id ? at.index : ids.indexOf(at.id);
  const current = place < 0 ? at.index : place;
  const setCurrent = (index: number) => setAt({ index, id: ids[index] });
  /** What was pressed while the rows of the filter were still to come. */
  const asked = useRef<"focus" | "open" | null>(null);

  const focus = (index: number, tries = 4) => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row != null) row.focus();
    else if (tries > 0) requestAnimationFrame(() => focus(index, tries - 1));
  };
  const move = (to: number) => {
    const index = Math.min(Math.max(to, 0), rows.length - 1);
    if (index < 0) return;
    setCurrent(index);
    show(index);
    focus(index);
  };
  /** Runs the function with the row at an index, if there is one. */
  const withRow = (index: number, run: ((row: Row) => void) | undefined) => {
    const row = rows[index];
    if (row !== undefined) run?.(row);
  };
  const select = (index: number, range: boolean) => withRow(index, (row) => onSelect?.(row, range));
  const open = (index: number) => withRow(index, onOpen);
  useEffect(() => {
    if (asked.current === null || areOutdated || filterWaits()) return;
    const opens = asked.current === "open";
    asked.current = null;
    if (rows.length === 0) return;
    show(0);
    // The focus makes it the current row.
    focus(0);
    if (opens) open(0);
  });
  const goOn = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    goOn.current = () => {
      if (place < 0 && at.id !== undefined && rows.length > 0 && isFocusLost()) move(at.index);
    };
  });
  // Where the row with the focus is gone, as one of a group that was decided, the next key goes on from the row in its place.
  useEffect(() => goOn.current(), [ids]);
  const outdated = useRef(areOutdated);
  useEffect(() => {
    outdated.current = areOutdated;
  });
  useEffect(() => {
    const askOnceThere = ({ key, target }: globalThis.KeyboardEvent) => {
      if (key === "Enter" && target === document.body && asked.current !== null) asked.current = "open";
      const leavesFilter = key === "ArrowDown" && target instanceof Element && target.matches("main [data-filter]");
      if (!leavesFilter || (!outdated.current && !filterWaits())) return;
      asked.current = "focus";
      // It would be a row of the earlier filter, which Enter must not open.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    };
    document.addEventListener("keydown", askOnceThere);
    return () => document.removeEventListener("keydown", askOnceThere);
  }, []);
  useEffect(() => {
    // With another filter J begins at the first row that it finds.
    const begin = ({ target }: Event) => {
      if (target instanceof Element && target.matches("main [data-filter]")) setAt({ index: -1, id: undefined });
    };
    document.addEventListener("input", begin);
    return () => document.removeEventListener("input", begin);
  }, []);
  const group = "Lists";
  useShortcuts([
    {
      keys: "j",
      label: "Next row",
      group,
      run: () => {
        if (areOutdated || filterWaits()) asked.current = "focus";
        else move(current + 1);
      },
    },
    { keys: "enter", label: "Open the row", group },
    { keys: "k", label: "Previous row", group, run: () => move(current < 0 ? 0 : current - 1) },
    ...(onSelect === undefined
      ? []
      : more.some(({ keys }) => keys === "x")
        ? [{ keys: "space", label: "Select the row", group }]
        : [
            { keys: "x", label: "Select the row", group, run: () => select(current, false) },
            { keys: "shift+x", label: "Select up to the row", group, run: () => select(current, true) },
          ]),
    ...more.map(({ keys, label, run }) => ({ keys, label, group, run: () => withRow(current, run) })),
    ...(selected > 0 ? [{ keys: "escape", label: "Clear the selection", group, run: onClear }] : []),
  ]);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    const act = {
      ArrowDown: () => move(index + 1),
      ArrowUp: () => move(index - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      PageDown: () => move(index + 12),
      PageUp: () => move(index - 12),
      Enter: () => open(index),
      " ": () => select(index, event.shiftKey),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const ofRow: RowActs = { onFocus: setCurrent, onOpen: open, onSelect: select, onKeyDown };
  const acts = useRef(ofRow);
  useLayoutEffect(() => {
    acts.current = ofRow;
  });
  return { current: Math.min(current, rows.length - 1), move, acts };
}
