import { useEffect, useRef, type ChangeEvent, type MouseEvent } from "react";
import styles from "./checkbox.module.css";

export interface CheckboxProps {
  checked: boolean;
  indeterminate?: boolean;
  disabled?: boolean;
  /** For screen readers; there is no visible label. */
  label: string;
  tabIndex?: number;
  onChange: (checked: boolean, event: { shiftKey: boolean }) => void;
}

/** A checkbox without a visible label, for tables. */
export function Checkbox({ checked, indeterminate = false, disabled, label, tabIndex, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const shift = useRef(false);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <span className={styles["box"]}>
      <input
        ref={input}
        type="checkbox"
        className={styles["input"]}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        tabIndex={tabIndex}
        onClick={(event: MouseEvent) => {
          shift.current = event.shiftKey;
          event.stopPropagation();
        }}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.checked, { shiftKey: shift.current })}
      />
      <CheckMark indeterminate={indeterminate} />
    </span>
  );
}

export function CheckMark({ indeterminate = false }: { indeterminate?: boolean }) {
  return (
    <svg
      className={styles["mark"]}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={indeterminate ? "M2.5 6h7" : "m2.5 6.3 2.4 2.4 4.6-5"} strokeLinecap="round" />
    </svg>
  );
}
