import { Button } from "#/ui/form/button.tsx";
import { Toggle } from "#/ui/form/check-field.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import styles from "./activity.module.css";
import type { NewEntries } from "./use-new-entries.ts";

export interface NewEntriesBarProps extends NewEntries {
  isLive: boolean;
  onLive: (isLive: boolean) => void;
  onShow: () => void;
}

/** What came since the list was read. It waits until it is asked for, so that nothing moves while one reads. */
export function NewEntriesBar({ count, isMore, isLive, onLive, onShow }: NewEntriesBarProps) {
  const words = `${count}${isMore ? " or more" : ""} new ${count === 1 ? "line" : "lines"}`;
  const toggleLive = () => onLive(!isLive);
  useShortcuts([
    { keys: "l", label: isLive ? "Stop counting new lines" : "Count new lines", group: "Lists", run: toggleLive },
    ...(count === 0 ? [] : [{ keys: ".", label: `Show ${words}`, group: "Lists", run: onShow }]),
  ]);
  return (
    <div className={styles["new"]}>
      <div role="status">
        {count > 0 ? (
          <Button size="xs" rightSection={<Kbd keys="." hint />} onClick={onShow}>
            Show {words}
          </Button>
        ) : isLive ? (
          "New lines wait here."
        ) : (
          "New lines are not counted."
        )}
      </div>
      <Toggle
        label={
          <>
            Live <Kbd keys="l" hint />
          </>
        }
        checked={isLive}
        onChange={toggleLive}
      />
    </div>
  );
}
