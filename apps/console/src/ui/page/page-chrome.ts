import { useSyncExternalStore } from "react";
import type { Crumb } from "./breadcrumbs.tsx";

export interface PageScope {
  id: string;
  name: string;
}

interface Chrome {
  crumbs: readonly Crumb[];
  scope: PageScope | null;
}

let chrome: Chrome = { crumbs: [], scope: null };
let screens = 0;
const listeners = new Set<() => void>();

/** What the current page tells the frame around it: breadcrumbs and scope. */
export const pageChrome = {
  show(next: Chrome) {
    // Callers pass literals, which are new objects on each render, so the contents are compared.
    if (JSON.stringify(next) === JSON.stringify(chrome)) return;
    chrome = next;
    for (const listener of listeners) listener();
  },
  /** Whether this is the first page since the console was loaded. */
  isFirst: () => screens <= 1,
  /** False for the first page after loading, where the browser sets the focus. */
  takesFocus(): boolean {
    screens++;
    return screens > 1;
  },
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function usePageChrome(): Chrome {
  return useSyncExternalStore(subscribe, () => chrome);
}
