import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { FloatingPanel } from "./floating-panel.tsx";
import { Icon } from "./icon.tsx";
import styles from "./index-switcher.module.css";
import { Kbd } from "./kbd.tsx";
import { useKeys } from "./keys.tsx";
import { MidTruncate } from "./mid-truncate.tsx";

export interface SwitcherItem {
  id: string;
  name: string;
  mark: ReactNode;
  /** False for what is no index and has no id to show. */
  hasId?: boolean;
  /** A word at the end, such as `read-only`. */
  note?: string;
}

export interface IndexSwitcherProps {
  /** What the button says: the index of this page, or all of them. */
  current: { mark: ReactNode; name: string; note?: ReactNode };
  sections: readonly { label: string; items: readonly SwitcherItem[] }[];
  query: string;
  onQuery: (query: string) => void;
  /** `compare` when ⌘ was held. */
  onChoose: (id: string, how: { compare: boolean }) => void;
  /** Said instead of the list: loading, nothing found, failed. */
  instead?: string;
  onOpen?: () => void;
}

/** Changes the index and keeps the page; ⌘J opens it. */
export function IndexSwitcher({ current, sections, query, onQuery, onChoose, instead, onOpen }: IndexSwitcherProps) {
  const [opened, setOpened] = useState(false);
  const [at, setAt] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const items = sections.flatMap((section) => section.items);
  const active = items[Math.min(at, items.length - 1)];
  const show = (open: boolean) => {
    setOpened(open);
    setAt(0);
    if (open) onOpen?.();
    else onQuery("");
  };
  useKeys([{ keys: "mod+j", label: "Switch index", group: "Everywhere", everywhere: true, run: () => show(!opened) }]);
  const choose = (id: string, compare: boolean) => {
    show(false);
    onChoose(id, { compare });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, items.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter" && active !== undefined) choose(active.id, event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles["button"]}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => show(!opened)}
      >
        {current.mark}
        <span className={styles["name"]}>
          <bdi>{current.name}</bdi>
        </span>
        {current.note === undefined ? null : <span className={styles["note"]}>{current.note}</span>}
        <Icon name="switch" size={14} />
      </button>
      {opened ? (
        <FloatingPanel anchor={button} onClose={() => show(false)}>
          <div role="dialog" aria-label="Switch index" className={styles["box"]}>
            <div className={styles["search"]}>
              <Icon name="search" size={15} />
              <input
                type="text"
                role="combobox"
                aria-label="Find a directory"
                aria-expanded="true"
                aria-controls={listId}
                aria-activedescendant={active === undefined ? undefined : `${listId}-${active.id}`}
                placeholder="Find a directory by name, referrer or idx_…"
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
                        id={`${listId}-${item.id}`}
                        role="option"
                        aria-selected={item === active}
                        className={styles["item"]}
                        onPointerMove={() => setAt(items.indexOf(item))}
                        onClick={(event) => choose(item.id, event.metaKey || event.ctrlKey)}
                      >
                        {item.mark}
                        <MidTruncate text={item.name} />
                        <span className={`mono ${styles["note"]}`}>{item.hasId === false ? null : item.id}</span>
                        <span className={styles["note"]}>{item.note}</span>
                      </div>
                    ))}
                  </div>
                ),
              )}
            </div>
            <div className={styles["foot"]}>
              Page and filters stay; only the index changes. <Kbd keys="mod+enter" /> compares the two.
            </div>
          </div>
        </FloatingPanel>
      ) : null}
    </>
  );
}
