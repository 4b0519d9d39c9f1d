import { useEffect, useRef, useState } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";

export interface FilterFieldProps {
  /** Names what it searches: `Filter by name, referrer, id`. */
  label: string;
  value: string;
  /** Of several on a page, the one that `/` focuses. */
  main?: boolean;
  onChange: (value: string) => void;
}

const pauseMs = 180;

/**
 * Filters a list while a person types. `/` focuses it, the down arrow moves to the list. Escape leaves it and keeps what
 * it finds, so that J and Enter open the first hit; a second Escape clears it.
 */
export function FilterField({ label, value, main = true, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  /** What was reported and did not come back as the value yet, the oldest first. */
  const underway = useRef<string[]>([]);
  const tell = useRef(onChange);
  const input = useRef<HTMLInputElement>(null);
  const report = (text: string) => {
    if (text !== reported.current) underway.current.push(text);
    reported.current = text;
    tell.current(text);
  };
  useEffect(() => {
    tell.current = onChange;
  });
  const clear = () => {
    setTyped("");
    report("");
  };
  const group = "Lists";
  useShortcuts(
    main
      ? [
          { keys: "/", label, group, run: () => input.current?.focus() },
          {
            keys: "escape",
            label: "Leave the filter; again: clear it",
            group,
            ...(typed === "" ? {} : { run: clear }),
          },
        ]
      : [],
  );
  useEffect(() => {
    const at = underway.current.indexOf(value);
    // An earlier text that comes back late is nobody else's, and must not take away what was typed since.
    underway.current = at < 0 ? [] : underway.current.slice(at + 1);
    if (at >= 0 || value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      // Escape has reported it meanwhile.
      if (typed !== reported.current) report(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      ref={input}
      type="search"
      label={label}
      labelHidden
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      start={<Icon name="search" size={15} />}
      data-filter={typed.trim() === value.trim() ? "applied" : "waiting"}
      small
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "ArrowDown") return;
        event.preventDefault();
        if (typed !== reported.current) report(typed);
        if (event.key === "ArrowDown") {
          document.querySelector<HTMLElement>("main :is([role=row][tabindex='0'], [data-row])")?.focus();
          return;
        }
        event.currentTarget.blur();
      }}
    />
  );
}
