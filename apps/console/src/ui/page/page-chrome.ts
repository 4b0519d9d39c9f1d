import { useSyncExternalStore } from "react";
import type { Crumb } from "./breadcrumbs.tsx";

export interface PageScope {
  id: string;
  name: string;
  /** The name of the mark that the frame draws before it. */
  mark?: string;
  locked?: boolean;
}

interface Chrome {
  crumbs: readonly Crumb[];
  scope: PageScope | null;
}

let chrome: Chrome = { crumbs: [], scope: null };
let screens = 0;
const listeners = new Set<() => void>();

/** What the page on screen tells the frame around it. */
export const pageChrome = {
  show(next: Chrome) {
    // Callers write crumbs and scope as literals, which are new each time.
    if (JSON.stringify(next) === JSON.stringify(chrome)) return;
    chrome = next;
    for (const listener of listeners) listener();
  },
  /** False for the first screen after loading, whose focus belongs to the browser. */
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
