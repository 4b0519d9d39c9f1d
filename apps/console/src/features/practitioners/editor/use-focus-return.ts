import { useEffect, useState } from "react";

/** After an editor or card closes, returns a lost focus to the button that opens it, or else to its row. */
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
