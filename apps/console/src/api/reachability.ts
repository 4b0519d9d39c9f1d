import { useSyncExternalStore } from "react";

type Reachability = "here" | "offline" | "gone";

let gone = false;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Whether the last call to the bff had any answer at all. */
export const reachability = {
  answered() {
    if (!gone) return;
    gone = false;
    tell();
  },
  failed() {
    if (gone) return;
    gone = true;
    tell();
  },
  now: (): Reachability => (navigator.onLine ? (gone ? "gone" : "here") : "offline"),
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function useReachability(): Reachability {
  return useSyncExternalStore(subscribe, reachability.now);
}
