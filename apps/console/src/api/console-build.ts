import { useSyncExternalStore } from "react";

/** The text in index.html that the server replaces with the id of the build; the development server leaves it. */
const placeholder = "__CONSOLE_BUILD__";

let loaded: string | null = null;
let served: string | null = null;
let asked = 0;
let toldBy = 0;
const listeners = new Set<() => void>();

/** Which build of the console this page runs, and which one the server has by now. */
export const consoleBuild = {
  loaded(build: string | undefined) {
    loaded = build === undefined || build === placeholder ? null : build;
  },
  /** The place of a call among all, in the order in which they begin. */
  ask: () => ++asked,
  /**
   * Records the build that the response to a call names; null if the server serves no built console. One that was asked for earlier
   * and comes later is of an earlier server.
   */
  served(build: string | null, call = asked) {
    if (call < toldBy) return;
    toldBy = call;
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
