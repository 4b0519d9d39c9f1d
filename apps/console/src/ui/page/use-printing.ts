import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  const turn = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    // The browser takes the page as soon as this returns.
    flushSync(listener);
  };
  addEventListener("beforeprint", turn);
  addEventListener("afterprint", turn);
  return () => {
    removeEventListener("beforeprint", turn);
    removeEventListener("afterprint", turn);
  };
}

/** Whether the page is being printed: then all of it is drawn, not only what is in view. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
