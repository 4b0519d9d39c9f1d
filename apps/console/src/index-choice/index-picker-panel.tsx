import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { WrappedName } from "#/ui/display/mid-truncate.tsx";
import { comboboxMessage, useCombobox } from "#/ui/form/use-combobox.ts";
import { takeTyped } from "#/ui/keyboard/typed-ahead.ts";
import { FloatingPanel } from "#/ui/overlay/floating-panel.tsx";
import styles from "./index-picker.module.css";

export interface IndexItem {
  id: string;
  name: string;
  mark: ReactNode;
  /** False for an entry that is not an index, so that no id is shown. */
  hasId?: boolean;
  /** A word at the end, such as `read-only`. */
  note?: string;
}

export interface IndexSection {
  label: string;
  items: readonly IndexItem[];
}

/** The entries and the search text. */
export interface IndexChoices {
  sections: readonly IndexSection[];
  query: string;
  onQuery: (query: string) => void;
  /** The entries are those of an earlier text until the search has answered. */
  areOutdated: boolean;
  /** Called when the picker opens. */
  onOpen: () => void;
  /** Replaces the list: loading, nothing found, failed. */
  message: string | undefined;
  /** What is chosen from, where it is not directories. */
  of?: PickedFrom;
}

interface PickedFrom {
  /** Names the search: "Find a referrer". */
  find: string;
  placeholder: string;
  /** Names the list: "Referrers". */
  list: string;
}

const directories: PickedFrom = {
  find: "Find a directory",
  placeholder: "Find a directory by name, referrer or id",
  list: "Directories",
};

export interface IndexPickerOptions extends IndexChoices {
  /** Names the picker: `Switch index`. */
  label: string;
  align?: "start" | "end";
  /** `withMod` when ⌘ or Ctrl was held. */
  onChoose: (id: string, how: { withMod: boolean }) => void;
  foot?: ReactNode;
}

interface IndexPickerProps extends Omit<IndexPickerOptions, "onOpen"> {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A popover to find an index by name, referrer or id. */
export function IndexPickerPanel(props: IndexPickerProps) {
  const {
    label,
    anchor,
    align = "start",
    sections,
    query,
    onQuery,
    areOutdated,
    onChoose,
    onClose,
    message,
    of = directories,
    foot,
  } = props;
  const items = sections.flatMap((section) => section.items);
  useLayoutEffect(() => {
    const typed = takeTyped();
    if (typed !== "") onQuery(typed);
  }, [onQuery]);
  const { inputProps, listProps, optionProps } = useCombobox({
    text: query,
    onText: onQuery,
    items,
    areOutdated,
    onChoose: ({ id }, how) => onChoose(id, how),
    onClose,
    tabCloses: true,
  });
  return (
    <FloatingPanel anchor={anchor} align={align} onClose={onClose}>
      <div role="dialog" aria-label={label} className={styles["box"]}>
        <div className={styles["search"]}>
          <Icon name="search" size={15} />
          <input {...inputProps} type="text" aria-label={of.find} placeholder={of.placeholder} data-autofocus />
        </div>
        <div {...listProps} aria-label={of.list} className={styles["list"]}>
          {message === undefined ? null : (
            <div {...comboboxMessage} className={styles["none"]}>
              {message}
            </div>
          )}
          {sections.map((section) =>
            section.items.length === 0 ? null : (
              <div key={section.label} role="group" aria-label={section.label}>
                <div className={styles["group"]} aria-hidden="true">
                  {section.label}
                </div>
                {section.items.map((item) => (
                  <div key={item.id} {...optionProps(items.indexOf(item))} className={styles["item"]}>
                    {item.mark}
                    <WrappedName text={item.name} />
                    <span className={`mono ${styles["id"]}`}>{item.hasId === false ? null : item.id}</span>
                    <span className={styles["note"]}>{item.note}</span>
                  </div>
                ))}
              </div>
            ),
          )}
        </div>
        {foot === undefined ? null : <div className={styles["foot"]}>{foot}</div>}
      </div>
    </FloatingPanel>
  );
}
