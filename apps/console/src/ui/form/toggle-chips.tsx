import type { ReactNode } from "react";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./toggle-chips.module.css";

export interface ToggleChip<Value extends string> {
  value: Value;
  /** The word after the count, such as `conflict`. */
  label: string;
  count?: number;
  mark?: ReactNode;
}

export interface ToggleChipsProps<Value extends string> {
  label: string;
  chips: readonly ToggleChip<Value>[];
  pressed: ReadonlySet<Value>;
  onChange: (pressed: Set<Value>) => void;
}

/** Filters that can be switched on and off, each with its count. */
export function ToggleChips<Value extends string>({ label, chips, pressed, onChange }: ToggleChipsProps<Value>) {
  const toggle = (value: Value) => {
    const next = new Set(pressed);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };
  return (
    <div role="group" aria-label={label} className={styles["toggles"]}>
      {chips.map(({ value, label: word, count, mark }) => (
        <button
          key={value}
          type="button"
          className={styles["toggle"]}
          aria-pressed={pressed.has(value)}
          onClick={() => toggle(value)}
        >
          {mark === undefined ? null : <span aria-hidden="true">{mark}</span>}
          {count === undefined ? word : `${numberText(count)} ${word}`}
        </button>
      ))}
    </div>
  );
}
