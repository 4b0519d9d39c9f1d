/** So long after it was asked for, what is typed into is waited for. */
const LONGEST_MS = 5_000;

let typed = "";
let until = 0;

function collect(event: KeyboardEvent): void {
  const { key } = event;
  if (
    performance.now() > until ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (key.length > 1 && key !== "Enter")
  )
    return;
  event.preventDefault();
  event.stopPropagation();
  if (key.length === 1) typed += key;
}

/**
 * Collects what is typed from the press that opens the palette or a picker until it is drawn, so that no letter is lost, or taken
 * for a shortcut of the page.
 */
export function collectTyped(): void {
  until = performance.now() + LONGEST_MS;
  document.addEventListener("keydown", collect, true);
}

/** Ends that, and answers what was typed. */
export function takeTyped(): string {
  document.removeEventListener("keydown", collect, true);
  const taken = typed;
  typed = "";
  return taken;
}
