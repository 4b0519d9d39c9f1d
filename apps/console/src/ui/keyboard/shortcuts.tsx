import { createContext, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { useRequiredContext } from "#/ui/page/use-required-context.ts";
import { Registry, useRegistered } from "./registry.ts";

export interface Shortcut {
  /** `j`, `shift+x`, `mod+k`, `g i` (one after the other), `?`. */
  keys: string;
  /** What it does, for the list of shortcuts. */
  label: string;
  group?: string;
  /** Undefined where the focused element handles the key by itself, so that it is only listed. */
  run?: (event: KeyboardEvent) => void;
  /** Works while typing, too, but not below an open dialog; only for shortcuts with a modifier. */
  whileTyping?: boolean;
  /** Works while typing and in dialogs, too; only for shortcuts with a modifier. */
  everywhere?: boolean;
}

const preference = "dc-single-keys";
const sequenceMs = 1200;

function stored(): boolean {
  try {
    return localStorage.getItem(preference) !== "off";
  } catch {
    return true;
  }
}

class ShortcutRegistry extends Registry<Shortcut> {
  #waiting: { first: string; until: number } | null = null;
  singleKeys = stored();
  single = () => this.singleKeys;

  setSingleKeys(on: boolean) {
    this.singleKeys = on;
    try {
      localStorage.setItem(preference, on ? "on" : "off");
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    this.notify();
  }

  handle = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const pressed = nameOf(event);
    const inDialog = isInDialog(event.target);
    const inField = inDialog || isField(event.target);
    const waiting = this.#waiting;
    this.#waiting = null;
    const sequence = waiting !== null && event.timeStamp < waiting.until ? `${waiting.first} ${pressed}` : null;
    const match = this.#find(sequence ?? pressed, inField, inDialog);
    if (match?.run !== undefined) {
      event.preventDefault();
      match.run(event);
      return;
    }
    if (!inField && this.singleKeys && this.all().some(({ keys }) => keys.startsWith(`${pressed} `))) {
      this.#waiting = { first: pressed, until: event.timeStamp + sequenceMs };
    }
  };

  #find(keys: string, inField: boolean, inDialog: boolean): Shortcut | undefined {
    return this.all().findLast((binding) => {
      if (binding.keys !== keys || binding.run === undefined) return false;
      if (keys.startsWith("mod+"))
        return !inField || binding.everywhere === true || (!inDialog && binding.whileTyping === true);
      return this.singleKeys && !inField;
    });
  }
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  const letter = /^[a-z]$/.test(key) || event.key.length > 1;
  return `${event.metaKey || event.ctrlKey ? "mod+" : ""}${event.shiftKey && letter ? "shift+" : ""}${key}`;
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target.isContentEditable || target.matches("textarea, select, [role=listbox] *");
}

function isInDialog(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]") !== null) return true;
  return target instanceof Element && target.closest("[role=dialog], [role=menu]") !== null;
}

const ShortcutContext = createContext<ShortcutRegistry | null>(null);

/** Listens for the whole page. Single letters work outside inputs and can be turned off (WCAG 2.1.4). */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [keyboard] = useState(() => new ShortcutRegistry());
  useLayoutEffect(() => {
    document.addEventListener("keydown", keyboard.handle);
    return () => document.removeEventListener("keydown", keyboard.handle);
  }, [keyboard]);
  return <ShortcutContext value={keyboard}>{children}</ShortcutContext>;
}

/** Adds shortcuts while the component is mounted: what is on screen hears its keys. The component that was mounted last gets a key that several ask for. */
export function useShortcuts(bindings: readonly Shortcut[]) {
  const keyboard = useRequiredContext(ShortcutContext);
  const latest = useRef(bindings);
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  const names = bindings.map(({ keys, label, run }) => `${keys}\n${label}\n${run === undefined}`).join("\n\n");
  useLayoutEffect(
    () =>
      keyboard.add(
        latest.current.map((binding, index) =>
          binding.run === undefined ? binding : { ...binding, run: (event) => latest.current[index]?.run?.(event) },
        ),
      ),
    [keyboard, names],
  );
}

/** Every shortcut that works now, and the setting for single letters. */
export function useShortcutList() {
  const keyboard = useRequiredContext(ShortcutContext);
  const bindings = useRegistered(keyboard);
  const singleKeys = useSyncExternalStore(keyboard.subscribe, keyboard.single);
  return useMemo(
    () => ({ bindings, singleKeys, setSingleKeys: (on: boolean) => keyboard.setSingleKeys(on) }),
    [bindings, singleKeys, keyboard],
  );
}
