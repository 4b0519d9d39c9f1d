import type { KeyboardEvent } from "react";

/** Escape in an input leaves the editor, and nothing above it. */
export const leaveOnEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  leave();
};
