/** Whether the element that had the focus is gone, so that the next key would start from the top of the page. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
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
