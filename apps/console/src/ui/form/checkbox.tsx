import { useEffect, useRef, type ChangeEvent, type MouseEvent, type ReactNode } from "react";
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
      <Mark indeterminate={indeterminate} />
    </span>
  );
}

export interface CheckFieldProps {
  label: ReactNode;
  help?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with a label. */
export function CheckField({ label, help, checked, disabled, onChange }: CheckFieldProps) {
  return (
    <label className={styles["label"]}>
      <span className={styles["box"]}>
        <input
          type="checkbox"
          className={styles["input"]}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Mark />
      </span>
      <Words label={label} help={help} />
    </label>
  );
}

/** A switch, for a setting that takes effect at once. */
export function Toggle({ label, help, checked, disabled, onChange }: CheckFieldProps) {
  return (
    <label className={styles["label"]}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles["switch"]}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Words label={label} help={help} />
    </label>
  );
}

function Mark({ indeterminate = false }: { indeterminate?: boolean }) {
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

function Words({ label, help }: Pick<CheckFieldProps, "label" | "help">) {
  return (
    <span>
      {label}
      {help === undefined ? null : <span className={styles["help"]}>{help}</span>}
    </span>
  );
}
