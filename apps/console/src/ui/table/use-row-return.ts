import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isFocusUntouched } from "#/ui/keyboard/restore-focus.ts";

/** The row that was current at each place of the window's history. */
const currentRows = new Map<string, string>();

interface RowReturnOptions {
  label: string;
  ids: readonly string[];
  current: number;
  goTo: (index: number) => void;
}

/** After Back, makes the row current again that was current when the list was left. */
export function useRowReturn({ label, ids, current, goTo }: RowReturnOptions) {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const place = `${key} ${label}`;
  const wanted = useRef(isReturn ? currentRows.get(place) : undefined);
  const currentId = ids[current];
  useEffect(() => {
    if (currentId !== undefined) currentRows.set(place, currentId);
  }, [place, currentId]);
  useEffect(() => {
    if (wanted.current === undefined || ids.length === 0) return;
    const index = ids.indexOf(wanted.current);
    wanted.current = undefined;
    if (index >= 0 && isFocusUntouched()) goTo(index);
  });
}
