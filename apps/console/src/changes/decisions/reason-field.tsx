import type { Decision } from "@dc/contract";
import type { KeyboardEvent } from "react";
import { maxLength } from "@dc/contract/limits";
import { outsideComposition } from "#/ui/keyboard/outside-composition.ts";
import styles from "#/changes/changes.module.css";

export interface ReasonFieldProps {
  /** The decisions that the reason is for; at least one. */
  of: readonly Decision[];
  value: string;
  onChange: (reason: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const doing: { readonly [decision in Decision]?: string } = {
  "keep ours": "keeping ours",
  accept: "accepting",
  "remove override": "removing the override",
};

/** The reason of a decision that takes effect at once; it stands in the history of the field. */
export function ReasonField({ of, value, onChange, onKeyDown }: ReasonFieldProps) {
  return (
    <input
      type="text"
      className={styles["reason"]}
      aria-label={`Reason for ${of.map((decision) => doing[decision] ?? decision).join(" or ")}`}
      placeholder="Reason (optional)"
      maxLength={maxLength.reason}
      value={value}
      onKeyDown={outsideComposition(onKeyDown)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
