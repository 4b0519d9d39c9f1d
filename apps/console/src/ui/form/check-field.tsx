import type { ReactNode } from "react";
import styles from "./check-field.module.css";
import boxStyles from "./checkbox.module.css";
import { CheckMark } from "./checkbox.tsx";

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
      <span className={boxStyles["box"]}>
        <input
          type="checkbox"
          className={boxStyles["input"]}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <CheckMark />
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

function Words({ label, help }: Pick<CheckFieldProps, "label" | "help">) {
  return (
    <span>
      {label}
      {help === undefined ? null : <span className={styles["help"]}>{help}</span>}
    </span>
  );
}
