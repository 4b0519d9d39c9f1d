import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { FloatingPanel } from "#/ui/overlay/floating-panel.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import styles from "./index-panel.module.css";
import { MidTruncate } from "#/ui/text/mid-truncate.tsx";

export interface IndexItem {
  id: string;
  name: string;
  mark: ReactNode;
  /** False for what is no index and has no id to show. */
  hasId?: boolean;
  /** A word at the end, such as `read-only`. */
  note?: string;
}

export interface IndexSection {
  label: string;
  items: readonly IndexItem[];
}

/** What a panel offers and what is looked for in it. */
export interface IndexChoices {
  sections: readonly IndexSection[];
  query: string;
  onQuery: (query: string) => void;
  /** Called when the panel opens. */
  onOpen: () => void;
  /** Said instead of the list: loading, nothing found, failed. */
  instead: string | undefined;
}

export interface IndexPanelOptions extends IndexChoices {
  /** What choosing here does: `Switch index`. */
  label: string;
  align?: "start" | "end";
  /** `withMod` when ⌘ or Ctrl was held. */
  onChoose: (id: string, how: { withMod: boolean }) => void;
  foot?: ReactNode;
}

/** A button and the panel that it opens: the button's own properties, the panel to be put beside it, and a way to open or close it. */
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

/** One index among all that are known, found by name, referrer or id; arrows and Enter choose. */
function IndexPanel(props: IndexPanelProps) {
  const { label, anchor, align = "start", sections, query, onQuery, onChoose, onClose, instead, foot } = props;
  const [at, setAt] = useState(0);
  const listId = useId();
  const items = sections.flatMap((section) => section.items);
  const active = items[Math.min(at, items.length - 1)];
  const idOf = (item: IndexItem) => `${listId}-${item.id}`;
  const move = (to: number) => {
    setAt(to);
    const next = items[to];
    if (next !== undefined) document.getElementById(idOf(next))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(Math.min(at + 1, items.length - 1));
    else if (event.key === "ArrowUp") move(Math.max(at - 1, 0));
    else if (event.key === "Tab") onClose();
    else if (event.key === "Enter" && active !== undefined)
      onChoose(active.id, { withMod: event.metaKey || event.ctrlKey });
    else return;
    event.preventDefault();
  };
  return (
    <FloatingPanel anchor={anchor} align={align} onClose={onClose}>
      <div role="dialog" aria-label={label} className={styles["box"]}>
        <div className={styles["search"]}>
          <Icon name="search" size={15} />
          <input
            type="text"
            role="combobox"
            aria-label="Find a directory"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : idOf(active)}
            placeholder="Find a directory by name, referrer or id"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={query}
            onChange={(event) => {
              onQuery(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div id={listId} role="listbox" aria-label="Directories" className={styles["list"]} tabIndex={-1}>
          {instead === undefined ? null : (
            <div role="option" aria-selected="false" aria-disabled="true" className={styles["none"]}>
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
                  <div
                    key={item.id}
                    id={idOf(item)}
                    role="option"
                    aria-selected={item === active}
                    className={styles["item"]}
                    onPointerMove={() => setAt(items.indexOf(item))}
                    onClick={(event) => onChoose(item.id, { withMod: event.metaKey || event.ctrlKey })}
                  >
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
