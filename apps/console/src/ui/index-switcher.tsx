import { useRef, useState, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { IndexPanel, type IndexSection } from "./index-panel.tsx";
import styles from "./index-switcher.module.css";
import { Kbd } from "./kbd.tsx";
import { useKeys } from "./keys.tsx";

export interface IndexSwitcherProps {
  /** What the button says: the index of this page, or all of them. */
  current: { mark: ReactNode; name: string; note?: ReactNode };
  sections: readonly IndexSection[];
  query: string;
  onQuery: (query: string) => void;
  /** `compare` when ⌘ was held. */
  onChoose: (id: string, how: { compare: boolean }) => void;
  /** Said instead of the list: loading, nothing found, failed. */
  instead: string | undefined;
  onOpen?: () => void;
}

/** Changes the index and keeps the page; ⌘J opens it. */
export function IndexSwitcher({ current, sections, query, onQuery, onChoose, instead, onOpen }: IndexSwitcherProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = (open: boolean) => {
    setOpened(open);
    if (open) onOpen?.();
    else onQuery("");
  };
  useKeys([{ keys: "mod+j", label: "Switch index", group: "Everywhere", everywhere: true, run: () => show(!opened) }]);
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
        <IndexPanel
          label="Switch index"
          anchor={button}
          sections={sections}
          query={query}
          onQuery={onQuery}
          onChoose={(id, { withMod }) => {
            show(false);
            onChoose(id, { compare: withMod });
          }}
          onClose={() => show(false)}
          instead={instead}
          foot={
            <>
              Page and filters stay; only the index changes. <Kbd keys="mod+enter" /> compares the two.
            </>
          }
        />
      ) : null}
    </>
  );
}
