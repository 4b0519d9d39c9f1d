const QUIET_MS = 1_500;
const TEXT_FIELD = "textarea, select, [contenteditable], input:not([type='checkbox'], [type='radio'], [type='button'])";
/** What stands open over the page, or asks for a confirmation on it. */
const OPEN = "dialog[open], :popover-open, [data-asking]";

let touchedAt = Number.NEGATIVE_INFINITY;
for (const type of ["keydown", "pointerdown", "wheel"])
  addEventListener(type, () => (touchedAt = performance.now()), { capture: true, passive: true });

/** Whether the page must not change now: somebody types, has a dialog or a question open, or has just touched it. */
export function isAtWork(): boolean {
  if (performance.now() - touchedAt < QUIET_MS) return true;
  if (document.querySelector(OPEN) !== null) return true;
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.matches(TEXT_FIELD) && hasText(focused);
}

function hasText(field: HTMLElement): boolean {
  return "value" in field ? field.value !== "" : true;
}
