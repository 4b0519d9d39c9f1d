import { useRef, useState, type ReactNode, type RefObject } from "react";
import { comboboxMessage, useCombobox } from "#/ui/form/use-combobox.ts";
import { FloatingPanel } from "#/ui/overlay/floating-panel.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import styles from "./index-panel.module.css";
import { MidTruncate } from "#/ui/text/mid-truncate.tsx";

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
  /** Called when the picker opens. */
  onOpen: () => void;
  /** Replaces the list: loading, nothing found, failed. */
  instead: string | undefined;
}

export interface IndexPanelOptions extends IndexChoices {
  /** Names the picker: `Switch index`. */
  label: string;
  align?: "start" | "end";
  /** `withMod` when ⌘ or Ctrl was held. */
  onChoose: (id: string, how: { withMod: boolean }) => void;
  foot?: ReactNode;
}

/** The properties of a button that opens the picker, the picker to render beside it, and a function that opens and closes it. */
export function useIndexPanel({ onOpen, ...panel }: IndexPanelOptions) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = (open: boolean) => {
    setOpened(open);
    if (open) onOpen();
    else panel.onQuery("");
  };
  return {
    opened,
    show,
    button: {
      ref: button,
      "aria-haspopup": "dialog",
      "aria-expanded": opened,
      onClick: () => show(!opened),
    } as const,
    panel: opened ? (
      <IndexPanel
        {...panel}
        anchor={button}
        onChoose={(id, how) => {
          show(false);
          panel.onChoose(id, how);
        }}
        onClose={() => show(false)}
      />
    ) : null,
  };
}

interface IndexPanelProps extends Omit<IndexPanelOptions, "onOpen"> {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A popover to find an index by name, referrer or id. */
function IndexPanel(props: IndexPanelProps) {
  const { label, anchor, align = "start", sections, query, onQuery, onChoose, onClose, instead, foot } = props;
  const items = sections.flatMap((section) => section.items);
  const { inputProps, listProps, optionProps } = useCombobox({
    text: query,
    onText: onQuery,
    items,
    onChoose: ({ id }, how) => onChoose(id, how),
    onClose,
    tabCloses: true,
  });
  return (
    <FloatingPanel anchor={anchor} align={align} onClose={onClose}>
      <div role="dialog" aria-label={label} className={styles["box"]}>
        <div className={styles["search"]}>
          <Icon name="search" size={15} />
          <input
            {...inputProps}
            type="text"
            aria-label="Find a directory"
            placeholder="Find a directory by name, referrer or id"
            data-autofocus
          />
        </div>
        <div {...listProps} aria-label="Directories" className={styles["list"]}>
          {instead === undefined ? null : (
            <div {...comboboxMessage} className={styles["none"]}>
              {instead}
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
                    <MidTruncate text={item.name} />
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
