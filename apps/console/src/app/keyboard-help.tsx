import { Toggle } from "#/ui/form/check-field.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcutList, type Shortcut } from "#/ui/keyboard/shortcuts.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import styles from "./keyboard-help.module.css";

/** Lists every key that works on the page underneath. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { bindings, singleKeys, setSingleKeys } = useShortcutList();
  const groups = Map.groupBy(bindings, (binding: Shortcut) => binding.group ?? "This page");
  return (
    <SideDrawer opened title="Keyboard shortcuts" side="middle" onClose={onClose}>
      <Toggle
        label="Single-letter keys"
        help="Off: only keys with ⌘ or Ctrl work."
        checked={singleKeys}
        onChange={setSingleKeys}
      />
      <div className={styles["groups"]}>
        {[...groups].map(([group, keys]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {[...new Map(keys.map((key) => [key.keys, key])).values()].map((key) => (
                <div key={key.keys} data-off={(!singleKeys && !key.keys.startsWith("mod+")) || undefined}>
                  <dt>{key.label}</dt>
                  <dd>
                    <Kbd keys={key.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </SideDrawer>
  );
}
