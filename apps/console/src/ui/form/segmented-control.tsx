import { useId, type ReactNode } from "react";
import styles from "./segmented-control.module.css";

export interface SegmentedControlProps<Value extends string> {
  /** Named for screen readers. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; mark?: ReactNode; disabled?: boolean }[];
  onChange: (value: Value) => void;
  small?: boolean;
}

/** A choice among a few options that are all visible. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  small = false,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles["segment"]} data-small={small || undefined}>
      {options.map((option) => (
        <label key={option.value} className={styles["option"]}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.mark}
          {option.label}
        </label>
      ))}
    </div>
  );
}
