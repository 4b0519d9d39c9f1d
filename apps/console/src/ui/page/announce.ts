/** Has screen readers say something that the page shows by other means. Returns a function that takes it back. */
export function announce(words: string): () => void {
  // What lies outside an open dialog is not read.
  const place = document.querySelector("dialog[open]") ?? document.body;
  const known = place.querySelector<HTMLElement>(":scope > [data-announcer]");
  const region = known ?? document.createElement("div");
  if (known === null) {
    region.dataset["announcer"] = "";
    region.className = "unseen";
    region.setAttribute("role", "status");
    place.append(region);
  }
  // A region is read when its text changes after it was there.
  region.textContent = "";
  const timer = setTimeout(() => void (region.textContent = words), 50);
  return () => {
    clearTimeout(timer);
    if (region.textContent === words) region.textContent = "";
  };
}
