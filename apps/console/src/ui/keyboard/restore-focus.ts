import type { KeyboardEvent } from "react";

/** Whether the element that had the focus is gone, so that the next key would start from the top of the page. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** Nobody has moved the focus since the page was opened: it is nowhere, or on the heading. */
export function isFocusUntouched(): boolean {
  return isFocusLost() || document.activeElement?.tagName === "H1";
}

/** If the focus was lost, gives it to the first element that a selector finds; false where none does. */
export function restoreFocus(...selectors: readonly string[]): boolean {
  if (!isFocusLost()) return true;
  for (const selector of selectors) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null) continue;
    element.focus();
    return true;
  }
  return false;
}

/** Escape in an input leaves its editor and closes nothing around it. */
export const leaveOnEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  leave();
};
