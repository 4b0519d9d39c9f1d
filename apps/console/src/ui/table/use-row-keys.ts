import { useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useKeys } from "#/ui/keyboard/keyboard-shortcuts.tsx";

interface RowKeysOptions {
  ids: readonly string[];
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls a row that is not drawn yet into view. */
  show: (at: number) => void;
  selected: ReadonlySet<string> | undefined;
  onSelect: ((ids: ReadonlySet<string>) => void) | undefined;
  onOpen: (at: number) => void;
  /** Further keys, for the current row. */
  more?: readonly { keys: string; label: string; run: (at: number) => void }[];
}

/** The current row of a list: J K and the arrows move it, X selects (⇧ a range), ↵ opens, Esc clears the selection. */
export function useRowKeys({ ids, scroller, show, selected, onSelect, onOpen, more = [] }: RowKeysOptions) {
  const [current, setCurrent] = useState(-1);
  const anchor = useRef(-1);

  const focus = (at: number, tries = 4) => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    if (row != null) row.focus();
    else if (tries > 0) requestAnimationFrame(() => focus(at, tries - 1));
  };
  const move = (to: number) => {
    const at = Math.min(Math.max(to, 0), ids.length - 1);
    if (at < 0) return;
    setCurrent(at);
    show(at);
    focus(at);
  };
  const select = (at: number, range: boolean) => {
    const id = ids[at];
    if (id === undefined || selected === undefined) return;
    const next = new Set(selected);
    const on = !selected.has(id);
    const from = range && anchor.current >= 0 ? anchor.current : at;
    for (const inRange of ids.slice(Math.min(from, at), Math.max(from, at) + 1)) {
      if (on || range) next.add(inRange);
      else next.delete(inRange);
    }
    anchor.current = at;
    onSelect?.(next);
  };
  const selectable = onSelect !== undefined;
  const group = "Lists";
  useKeys([
    { keys: "j", label: "Next row", group, run: () => move(current + 1) },
    { keys: "k", label: "Previous row", group, run: () => move(current < 0 ? 0 : current - 1) },
    ...(selectable
      ? [
          { keys: "x", label: "Select the row", group, run: () => select(current, false) },
          { keys: "shift+x", label: "Select up to the row", group, run: () => select(current, true) },
        ]
      : []),
    ...more.map(({ keys, label, run }) => ({ keys, label, group, run: () => run(current) })),
    ...((selected?.size ?? 0) > 0
      ? [{ keys: "escape", label: "Clear the selection", group, run: () => onSelect?.(new Set()) }]
      : []),
  ]);

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    const act = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(ids.length - 1),
      PageDown: () => move(at + 12),
      PageUp: () => move(at - 12),
      Enter: () => onOpen(at),
      " ": () => select(at, event.shiftKey),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return { current: Math.min(current, ids.length - 1), setCurrent, select, open: onOpen, onKeyDown };
}
