import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent, type MouseEvent } from "react";

export interface ComboboxOptions<Item> {
  text: string;
  onText: (text: string) => void;
  items: readonly Item[];
  /** The index of the active option until a person moves to another; -1 for none. */
  initial?: number;
  /**
   * The items are those of an earlier text until the search has answered. None of them is active unless a person moves to
   * it, and Enter takes effect with the answer, unless the text changes meanwhile.
   */
  areOutdated?: boolean;
  onChoose: (item: Item, how: { withMod: boolean }) => void;
  /** Handles Enter instead of choosing, if it returns true. `moved` says whether the person moved to the active option. */
  onEnter?: (moved: boolean) => boolean;
  /** Called on Escape. Without it Escape is left to the elements around. */
  onClose?: () => void;
  /** Tab closes as Escape does. */
  tabCloses?: boolean;
}

/** The attributes of an entry that cannot be chosen, such as "Loading" or "No results". */
export const comboboxMessage = { role: "option", "aria-selected": false, "aria-disabled": true } as const;

/**
 * An ARIA combobox: a text field with a list of options. The focus stays in the field, which refers to the active option.
 * Arrow keys wrap around, the pointer moves too, Enter and a click choose. Home and End move only while the field is empty.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { text, onText, items, areOutdated = false, onChoose, onEnter, onClose, tabCloses = false } = options;
  const initial = areOutdated ? -1 : (options.initial ?? 0);
  /** Null until the person moves to an option, and again after the text changes. */
  const [movedTo, setMovedTo] = useState<number | null>(null);
  /** How Enter was pressed for the text before the search had answered. */
  const entered = useRef<{ withMod: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const last = items.length - 1;
  const activeIndex = Math.min(movedTo ?? initial, last);
  const active = items[activeIndex];

  const move = (to: number) => {
    if (last < 0) return;
    const index = to > last ? 0 : to < 0 ? last : to;
    entered.current = null;
    setMovedTo(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" });
  };
  const shownFirst = movedTo === null && initial > 0 ? optionId(activeIndex) : null;
  useEffect(() => {
    if (shownFirst !== null) document.getElementById(shownFirst)?.scrollIntoView({ block: "nearest" });
  }, [shownFirst]);
  const enter = (event: KeyboardEvent) => {
    if (event.repeat || onEnter?.(movedTo !== null) === true) return;
    const how = { withMod: event.metaKey || event.ctrlKey };
    if (active !== undefined) onChoose(active, how);
    else if (areOutdated && text !== "") entered.current = how;
  };
  useEffect(() => {
    if (entered.current === null || areOutdated) return;
    const how = entered.current;
    entered.current = null;
    if (active !== undefined) onChoose(active, how);
  });
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
        entered.current = null;
        setMovedTo(null);
        if (list.current !== null) list.current.scrollTop = 0;
      },
      onKeyDown,
    },
    listProps: { ref: list, id: listId, role: "listbox", tabIndex: -1 },
    optionProps: (index: number) => ({
      id: optionId(index),
      role: "option",
      "aria-selected": index === activeIndex,
      // Keeps the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onPointerMove: () => setMovedTo(index),
      onClick: (event: MouseEvent) => {
        const item = items[index];
        if (item !== undefined) onChoose(item, { withMod: event.metaKey || event.ctrlKey });
      },
    }),
  } as const;
}
