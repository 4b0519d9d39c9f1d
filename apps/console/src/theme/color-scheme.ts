import { useSyncExternalStore } from "react";

export type ColorScheme = "auto" | "light" | "dark";

// The page's own script reads it before the first paint: see index.html.
const key = "dc-color-scheme";
const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function chosen(): ColorScheme {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" ? stored : "auto";
  } catch {
    return "auto";
  }
}

// Without storage, the choice lasts until the page is left.
let current = chosen();

function show() {
  const dark = current === "dark" || (current === "auto" && systemIsDark().matches);
  document.documentElement.dataset["colorScheme"] = dark ? "dark" : "light";
}

/** Keeps the page in the chosen colours while the system or another tab changes them. */
export function followColorScheme(): () => void {
  const system = systemIsDark();
  const stored = (event: StorageEvent) => {
    if (event.key !== key) return;
    current = chosen();
    show();
    for (const listener of listeners) listener();
  };
  show();
  system.addEventListener("change", show);
  window.addEventListener("storage", stored);
  return () => {
    system.removeEventListener("change", show);
    window.removeEventListener("storage", stored);
  };
}

function choose(scheme: ColorScheme) {
  current = scheme;
  try {
    localStorage.setItem(key, scheme);
  } catch {}
  show();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the person chose, kept in this browser, and how to choose. */
export function useColorScheme(): { colorScheme: ColorScheme; setColorScheme: (scheme: ColorScheme) => void } {
  return { colorScheme: useSyncExternalStore(subscribe, () => current), setColorScheme: choose };
}
