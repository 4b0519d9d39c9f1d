import { type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { TextField } from "./field.tsx";
import styles from "./search-picker.module.css";
import { comboboxMessage, useCombobox } from "./use-combobox.ts";

/** What choosing something does. */
export interface PickerOption {
  /** In a word: `Add`, `Remove`, `Add to 2`. */
  verb: string;
  /** Whether it is chosen now. */
  on: boolean;
  note?: ReactNode;
}

/** What was found for a text; null while it is being looked for. */
export interface PickerFind<Found> {
  typed: string;
  found: Found | null;
}

export interface SearchPickerProps<Item extends { id: string }, Found> {
  label: string;
  help: string;
  /** What is listed: "Plans". */
  listLabel: string;
  queryOf: (typed: string) => UseQueryOptions<Found, Error, Found, string[]>;
  itemsOf: (typed: string, found: Found | null) => readonly Item[];
  optionOf: (item: Item) => PickerOption;
  nameOf: (item: Item, find: PickerFind<Found>) => ReactNode;
  /** What is said where nothing is found. */
  nothing: (find: PickerFind<Found>) => string;
  errorText: (error: Error) => string;
  /** What is said below the list. */
  note?: (find: PickerFind<Found>) => ReactNode;
  onChoose: (item: Item, option: PickerOption) => void;
  onLeave: () => void;
}

/** Finds something by what is typed, and chooses it from the list below. */
export function SearchPicker<Item extends { id: string }, Found>(props: SearchPickerProps<Item, Found>) {
  const { label, help, listLabel, queryOf, itemsOf, optionOf, nameOf, nothing, note, onChoose, onLeave } = props;
  const [q, setQ] = useState("");
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const typed = q.trim();
  const { data, error, isPending, isPlaceholderData } = useQuery(queryOf(typed));
  const items = itemsOf(typed, data ?? null);
  const find = { typed, found: isPlaceholderData ? null : (data ?? null) };
  const choose = (item: Item) => onChoose(item, optionOf(item));
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  /** Enter pressed before the list has loaded waits for the results of that text, unless the text changes meanwhile. */
  const chooseOnceFound = async (text: string) => {
    const found = await client.query(queryOf(text)).catch(() => null);
    const [item] = found === null ? [] : itemsOf(text, found);
    if (item !== undefined && input.current?.value.trim() === text) latest.current(item);
  };
  const { inputProps, listProps, optionProps } = useCombobox({
    text: q,
    onText: setQ,
    items,
    // No option is active while nothing is typed, or while the list still shows the results for an earlier text.
    initial: typed === "" || isPlaceholderData ? -1 : 0,
    onChoose: choose,
    onEnter: (moved) => {
      const text = input.current?.value.trim() ?? typed;
      if (text === typed && (text === "" || moved || !(isPending || isPlaceholderData))) return false;
      void chooseOnceFound(text);
      return true;
    },
    onClose: onLeave,
  });
  return (
    <div className={styles["picker"]}>
      <TextField
        label={label}
        {...inputProps}
        autoFocus
        data-autofocus
        ref={input}
        start={<Icon name="search" size={15} />}
        help={help}
      />
      <div {...listProps} aria-label={listLabel} className={styles["options"]}>
        {items.map((item, index) => {
          const { verb, on, note } = optionOf(item);
          return (
            <div key={item.id} {...optionProps(index)} className={styles["option"]}>
              <Icon name={on ? "check" : "plus"} size={14} />
              <span>{nameOf(item, find)}</span>
              <small>{note}</small>
              <span>{verb}</span>
            </div>
          );
        })}
        {items.length > 0 ? null : (
          <div {...comboboxMessage} className={styles["option"]} style={{ gridTemplateColumns: "1fr" }}>
            {error !== null ? props.errorText(error) : isPending || isPlaceholderData ? "Looking…" : nothing(find)}
          </div>
        )}
      </div>
      {note?.(find)}
    </div>
  );
}

/** A note below the list. */
export function PickerRemark({ children }: { children: ReactNode }) {
  return (
    <small role="status" className={styles["rest"]}>
      {children}
    </small>
  );
}
