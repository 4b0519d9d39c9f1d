import { useId, type ReactNode } from "react";
import styles from "./field.module.css";

export interface ChoiceCardsProps<Value extends string> {
  label: string;
  value: Value;
  /** `inside` is shown in the chosen card, below its text. */
  options: readonly { value: Value; label: string; help?: string; inside?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** Radio buttons as cards, each with an explanation. */
export function ChoiceCards<Value extends string>({ label, value, options, onChange }: ChoiceCardsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles["cards"]}>
      {options.map((option) => (
        <div key={option.value} className={styles["card"]}>
          <label>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <b>{option.label}</b>
            {option.help === undefined ? null : <small>{option.help}</small>}
          </label>
          {option.value === value && option.inside !== undefined ? (
            <div className={styles["inside"]}>{option.inside}</div>
          ) : null}
        </div>
      ))}
    </div>
  );
}
