import { isField } from "#/ui/keyboard/shortcuts.tsx";

/** So long after it was asked for the palette is waited for. */
const LONGEST_MS = 5_000;

/**
 * Collects what is typed from the press that opens the palette until it is drawn, so that no letter is lost, or taken for a shortcut
 * of the page. The returned function ends that, and answers the text once.
 */
export function collectTyped(): () => string {
  let text = "";
  const until = performance.now() + LONGEST_MS;
  const take = (event: KeyboardEvent) => {
    if (performance.now() > until || isField(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key.length > 1 && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key.length === 1) text += event.key;
  };
  document.addEventListener("keydown", take, { capture: true });
  return () => {
    document.removeEventListener("keydown", take, { capture: true });
    const taken = text;
    text = "";
    return taken;
  };
}
