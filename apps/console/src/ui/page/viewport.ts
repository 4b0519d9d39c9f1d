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

/** True below 860 px, where table rows have two lines and the navigation is behind a button. */
export function useCompact(): boolean {
  return useMedia("(max-width: 859.98px)");
}

export type Viewport = "wide" | "middle" | "narrow";

/** The width of the page in three classes; narrower tables leave out less important columns. */
export function useViewport(): Viewport {
  const middle = useMedia("(max-width: 1339.98px)");
  const narrow = useMedia("(max-width: 1059.98px)");
  return narrow ? "narrow" : middle ? "middle" : "wide";
}
