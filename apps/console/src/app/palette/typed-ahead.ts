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
    const { key } = event;
    if (performance.now() > until || event.ctrlKey || event.metaKey || event.altKey || !/^(?:.|Enter)$/u.test(key))
      return;
    event.preventDefault();
    event.stopPropagation();
    if (key !== "Enter") text += key;
  };
  document.addEventListener("keydown", take, true);
  return () => {
    document.removeEventListener("keydown", take, true);
    const taken = text;
    text = "";
    return taken;
  };
}
