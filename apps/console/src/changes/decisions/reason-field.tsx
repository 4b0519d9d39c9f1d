import type { Decision } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { maxLength } from "@dc/contract/limits";
import { approvalSettingsQuery } from "#/connection/queries.ts";
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

/** Whether a reason is required: readers get what was never sent, so that taking it back is said why where others have to approve. */
export function useRequiresReason(): (decision: Decision) => boolean {
  const { data: approvals } = useQuery(approvalSettingsQuery);
  return (decision) => decision === "remove override" && (approvals?.required ?? 0) > 0;
}

/** The reason of a decision that takes effect at once; it stands in the history of the field. */
export function ReasonField({ of, value, onChange, onKeyDown }: ReasonFieldProps) {
  const requiresReason = useRequiresReason();
  const required = of.every(requiresReason);
  return (
    <input
      type="text"
      className={styles["reason"]}
      aria-label={`Reason for ${of.map((decision) => doing[decision] ?? decision).join(" or ")}`}
      placeholder={
        required
          ? "Reason (required)"
          : of.some(requiresReason)
            ? "Reason (required to remove the override)"
            : "Reason (optional)"
      }
      required={required}
      maxLength={maxLength.reason}
      value={value}
      onKeyDown={outsideComposition(onKeyDown)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
