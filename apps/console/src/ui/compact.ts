import { useSyncExternalStore } from "react";

const query = "(max-width: 859.98px)";

function subscribe(listener: () => void) {
  const list = matchMedia(query);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

/** True under 860 px, where tables become two-line rows and the nav moves behind its button. */
export function useCompact(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
