/** What J and K step through: rows and plans, and the buttons that open the plans of a schedule, as they stand on the page. */
function rowStops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row], [data-stop]")].filter(
    (stop) => stop.closest("details:not([open])") === null,
  );
}

/** The stop that J (1) or K (-1) leads to. Without a focus it is the selected row; that one's neighbour if a person chose it. */
export function stopAfter(by: number, selectedId: string | null, isChosen: boolean): HTMLElement | null {
  const stops = rowStops();
  const focused = stops.findIndex((stop) => stop === document.activeElement);
  const selected = stops.findIndex(({ dataset }) => dataset["row"] === selectedId);
  const from = focused >= 0 ? focused : isChosen ? selected : -1;
  const to = from >= 0 ? from + by : Math.max(selected, 0);
  return stops[Math.min(Math.max(to, 0), stops.length - 1)] ?? null;
}
