import type { ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { useIndexPicker } from "./index-picker.tsx";
import type { IndexChoices } from "./index-picker-panel.tsx";
import styles from "./index-switcher.module.css";

export interface IndexSwitcherProps extends IndexChoices {
  /** Shown on the button: the index of this page, or all of them. */
  current: { mark: ReactNode; name: string; note?: ReactNode };
  /** `compare` when ⌘ or Ctrl was held. */
  onChoose: (id: string, how: { compare: boolean }) => void;
}

/** Switches to another index and stays on the same page; ⌘J opens it. */
export function IndexSwitcher({ current, onChoose, ...choices }: IndexSwitcherProps) {
  const { button, picker, opened, show } = useIndexPicker({
    ...choices,
    label: "Switch index",
    onChoose: (id, { withMod }) => onChoose(id, { compare: withMod }),
    foot: (
      <>
        Page and filters stay; only the index changes. <Kbd keys="mod+enter" /> compares the two.
      </>
    ),
  });
  useShortcuts([
    { keys: "mod+j", label: "Switch index", group: "Everywhere", everywhere: true, run: () => show(!opened) },
  ]);
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
      {picker}
    </>
  );
}
