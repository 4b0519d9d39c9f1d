import { useEffect, useState } from "react";

/** Gives the focus to the place that one has done with, where it would be on nothing: to what opens its editor, else to its row. */
export function useFocusReturn(): (id: string) => void {
  const [left, setLeft] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (left === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const named = (name: "edits" | "row") =>
      [...document.querySelectorAll<HTMLElement>(`[data-${name}]`)].find(({ dataset }) => dataset[name] === left.id);
    (named("edits") ?? named("row") ?? document.getElementById("main"))?.focus();
  }, [left]);
  return (id) => setLeft({ id });
}
