import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isFocusUntouched } from "#/ui/keyboard/restore-focus.ts";

/** The row that was current at each place of the window's history. */
const currentRows = new Map<string, string>();

interface RowReturnOptions {
  label: string;
  rows: readonly { id: string }[];
  current: number;
  goTo: (at: number) => void;
}

/** After Back, makes the row current again that was current when the list was left. */
export function useRowReturn({ label, rows, current, goTo }: RowReturnOptions) {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const place = `${key} ${label}`;
  const wanted = useRef<string | null>(null);
  const isOpened = useRef(false);
  const currentId = rows[current]?.id;
  useEffect(() => {
    if (!isOpened.current && isReturn) wanted.current = currentRows.get(place) ?? null;
    isOpened.current = true;
  }, [isReturn, place]);
  useEffect(() => {
    if (currentId !== undefined) currentRows.set(place, currentId);
  }, [place, currentId]);
  useEffect(() => {
    if (wanted.current === null || rows.length === 0) return;
    const at = rows.findIndex(({ id }) => id === wanted.current);
    wanted.current = null;
    if (at >= 0 && isFocusUntouched()) goTo(at);
  });
}
