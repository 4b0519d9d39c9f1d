import type { KeyboardEvent } from "react";
import { maxLength } from "@dc/contract/limits";
import styles from "./changes.module.css";

export interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The reason of a decision that takes effect at once; it stands in the history of the field. */
export function ReasonField({ value, onChange, onKeyDown }: ReasonFieldProps) {
  return (
    <input
      type="text"
      className={styles["reason"]}
      aria-label="Reason"
      placeholder="Reason (optional)"
      maxLength={maxLength.reason}
      value={value}
      onKeyDown={onKeyDown}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
