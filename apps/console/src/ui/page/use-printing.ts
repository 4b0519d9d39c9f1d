import { useSyncExternalStore } from "react";

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  const turn = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    listener();
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
