import type { FieldRow } from "#/record/field-row.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import type { useSelectedRow } from "./use-selected-row.ts";

type Selection = Pick<ReturnType<typeof useSelectedRow>, "selectedRow" | "selectedId" | "select">;

/** J and K lead to the next and the previous row or plan, and select it. */
export function useStepKeys(rows: readonly FieldRow[], { selectedRow, selectedId, select }: Selection) {
  const move = (by: number) => {
    const next = stopAfter(by, selectedRow?.id ?? null, selectedId !== null);
    if (next === null) return;
    const row = rows.find(({ id }) => id === next.dataset["row"]);
    if (row !== undefined) select(row);
    next.focus();
  };
  useShortcuts([
    { keys: "j", label: "Next field, schedule or plan", group: "Fields", run: () => move(1) },
    { keys: "k", label: "Previous field, schedule or plan", group: "Fields", run: () => move(-1) },
  ]);
}

/** What J and K step through: rows and plans, and the buttons that open the plans of a schedule, as they stand on the page. */
function rowStops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row], [data-stop]")].filter(
    (stop) => stop.closest("details:not([open])") === null,
  );
}

/** The stop that J (1) or K (-1) leads to. Without a focus it is the selected row; that one's neighbour if a person chose it. */
function stopAfter(by: number, selectedId: string | null, isChosen: boolean): HTMLElement | null {
  const stops = rowStops();
  const focused = stops.findIndex((stop) => stop === document.activeElement);
  const selected = stops.findIndex(({ dataset }) => dataset["row"] === selectedId);
  const from = focused >= 0 ? focused : isChosen ? selected : -1;
  const to = from >= 0 ? from + by : Math.max(selected, 0);
  return stops[Math.min(Math.max(to, 0), stops.length - 1)] ?? null;
}
