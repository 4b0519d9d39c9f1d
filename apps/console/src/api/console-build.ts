import { useSyncExternalStore } from "react";

/** The text in index.html that the server replaces with the id of the build; the development server leaves it. */
const placeholder = "__CONSOLE_BUILD__";

let loaded: string | null = null;
let served: string | null = null;
const listeners = new Set<() => void>();

/** Which build of the console this page runs, and which one the server has by now. */
export const consoleBuild = {
  loaded(build: string | undefined) {
    loaded = build === undefined || build === placeholder ? null : build;
  },
  /** Records the build that a response names; null if the server serves no built console. */
  served(build: string | null) {
    if (build === served) return;
    served = build;
    for (const listener of listeners) listener();
  },
  isOutdated: (): boolean => loaded !== null && served !== null && served !== loaded,
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the server has another build of the console than the one that runs here. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, consoleBuild.isOutdated);
