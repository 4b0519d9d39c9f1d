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

/** Filters a list while a person types. `/` focuses it, the down arrow moves to the list, Escape clears it. */
export function FilterField({ label, value, main = true, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const tell = useRef(onChange);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(main ? [{ keys: "/", label, group: "Lists", run: () => input.current?.focus() }] : []);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      tell.current(typed);
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
      data-filter
      small
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "ArrowDown") return;
        event.preventDefault();
        if (event.key === "ArrowDown") {
          document.querySelector<HTMLElement>("main [role=row][tabindex='0']")?.focus();
          return;
        }
        if (typed === "") event.currentTarget.blur();
        setTyped("");
      }}
    />
  );
}
