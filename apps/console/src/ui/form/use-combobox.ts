import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent, type MouseEvent } from "react";

export interface ComboboxOptions<Item> {
  text: string;
  onText: (text: string) => void;
  items: readonly Item[];
  /** The option that Enter takes before an arrow or the pointer has moved; -1 for none. */
  initial?: number;
  onChoose: (item: Item, how: { withMod: boolean }) => void;
  /** Answers Enter in place of choosing; true when it did. `moved` tells whether somebody moved to the option themselves. */
  onEnter?: (moved: boolean) => boolean;
  /** Without it Escape is left to what is around the field. */
  onClose?: () => void;
  /** Tab closes the list as Escape does. */
  tabCloses?: boolean;
}

/** An entry of the list that says something and can't be chosen: "Loading", "No results". */
export const comboboxMessage = { role: "option", "aria-selected": false, "aria-disabled": true } as const;

/**
 * A text field over a list of options, as ARIA's combobox: the focus stays in the field, which names the active option.
 * Arrows go round the list, Enter and a press choose, the pointer moves. Home and End belong to the text while there is some.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { text, onText, items, initial = 0, onChoose, onEnter, onClose, tabCloses = false } = options;
  /** Null until somebody moves to an option, and again once the text has changed. */
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const optionId = (at: number) => `${listId}-${at}`;
  const last = items.length - 1;
  const activeIndex = Math.min(movedTo ?? initial, last);
  const active = items[activeIndex];

  const move = (to: number) => {
    if (last < 0) return;
    const at = to > last ? 0 : to < 0 ? last : to;
    setMovedTo(at);
    document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" });
  };
  const enter = (event: KeyboardEvent) => {
    if (event.repeat || onEnter?.(movedTo !== null) === true || active === undefined) return;
    onChoose(active, { withMod: event.metaKey || event.ctrlKey });
  };
  const act = (event: KeyboardEvent): (() => void) | undefined => {
    const inList = text === "" || event.ctrlKey || event.metaKey;
    if (event.key === "ArrowDown") return () => move(activeIndex + 1);
    if (event.key === "ArrowUp") return () => move(activeIndex - 1);
    if (event.key === "Home" && inList) return () => move(0);
    if (event.key === "End" && inList) return () => move(last);
    if (event.key === "Enter") return () => enter(event);
    if (event.key === "Escape" || (event.key === "Tab" && tabCloses)) return onClose;
    return undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const action = act(event);
    if (action === undefined) return;
    event.preventDefault();
    if (event.key === "Escape") event.stopPropagation();
    action();
  };

  return {
    active,
    inputProps: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": true,
      "aria-controls": listId,
      "aria-activedescendant": active === undefined ? undefined : optionId(activeIndex),
      autoComplete: "off",
      spellCheck: false,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onText(event.target.value);
        setMovedTo(null);
        if (list.current !== null) list.current.scrollTop = 0;
      },
      onKeyDown,
    },
    listProps: { ref: list, id: listId, role: "listbox", tabIndex: -1 },
    optionProps: (at: number) => ({
      id: optionId(at),
      role: "option",
      "aria-selected": at === activeIndex,
      // A press leaves the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onPointerMove: () => setMovedTo(at),
      onClick: (event: MouseEvent) => {
        const item = items[at];
        if (item !== undefined) onChoose(item, { withMod: event.metaKey || event.ctrlKey });
      },
    }),
  } as const;
}
