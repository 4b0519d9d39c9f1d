import type { ReactNode } from "react";
import { Icon } from "#/ui/text/icon.tsx";
import { useIndexPanel, type IndexChoices } from "./index-panel.tsx";
import styles from "./index-switcher.module.css";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useKeys } from "#/ui/keyboard/keyboard-shortcuts.tsx";

export interface IndexSwitcherProps extends IndexChoices {
  /** Shown on the button: the index of this page, or all of them. */
  current: { mark: ReactNode; name: string; note?: ReactNode };
  /** `compare` when ⌘ or Ctrl was held. */
  onChoose: (id: string, how: { compare: boolean }) => void;
}

/** Switches to another index and stays on the same page; ⌘J opens it. */
export function IndexSwitcher({ current, onChoose, ...choices }: IndexSwitcherProps) {
  const { button, panel, opened, show } = useIndexPanel({
    ...choices,
    label: "Switch index",
    onChoose: (id, { withMod }) => onChoose(id, { compare: withMod }),
    foot: (
      <>
        Page and filters stay; only the index changes. <Kbd keys="mod+enter" /> compares the two.
      </>
    ),
  });
  useKeys([{ keys: "mod+j", label: "Switch index", group: "Everywhere", everywhere: true, run: () => show(!opened) }]);
  return (
    <>
      <button {...button} type="button" className={styles["button"]}>
        {current.mark}
        <span className={styles["name"]}>
          <bdi>{current.name}</bdi>
        </span>
        {current.note === undefined ? null : <span className={styles["note"]}>{current.note}</span>}
        <Icon name="switch" size={14} />
      </button>
      {panel}
    </>
  );
}
