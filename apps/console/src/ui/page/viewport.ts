import { useSyncExternalStore } from "react";

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** True under 860 px, where tables become two-line rows and the nav moves behind its button. */
export function useCompact(): boolean {
  return useMedia("(max-width: 859.98px)");
}

export type Room = "wide" | "middle" | "narrow";

/** How much room a table beside the nav has: `middle` and `narrow` ones leave out what one can do without. */
export function useRoom(): Room {
  const middle = useMedia("(max-width: 1339.98px)");
  const narrow = useMedia("(max-width: 1059.98px)");
  return narrow ? "narrow" : middle ? "middle" : "wide";
}
