import type { MouseEvent } from "react";

/** Runs on the first click of a double click alone: the second one is meant for what stood there before. */
export const onFirstClick = (run: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) run();
};
