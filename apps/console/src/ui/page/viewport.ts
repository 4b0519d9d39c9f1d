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

export type Viewport = "wide" | "middle" | "narrow";

/** How wide the page is for a table beside the navigation: narrower ones leave out what one can do without. */
export function useViewport(): Viewport {
  const middle = useMedia("(max-width: 1339.98px)");
  const narrow = useMedia("(max-width: 1059.98px)");
  return narrow ? "narrow" : middle ? "middle" : "wide";
}
