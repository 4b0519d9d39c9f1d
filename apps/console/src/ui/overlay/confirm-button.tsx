import { useRef, useState, type ReactNode } from "react";
import { Button } from "#/ui/form/button.tsx";
import styles from "./confirm-button.module.css";

export interface ConfirmButtonProps {
  /** What is done and to what: `Withdraw 3 changes`. */
  label: string;
  /** What will happen, in one sentence. */
  question: ReactNode;
  confirmLabel?: string;
  busy?: boolean;
  disabled?: boolean;
  variant?: "default" | "subtle" | "filled";
  onConfirm: () => void;
}

/**
 * A button that asks for confirmation in place: it turns into a question with two buttons. A double click or a held key
 * does not confirm, because it was meant for the first button.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const {
    label,
    question,
    confirmLabel = label,
    busy = false,
    disabled = false,
    variant = "default",
    onConfirm,
  } = props;
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setAsking(false);
    requestAnimationFrame(() => first.current?.focus());
  };
  if (!asking) {
    return (
      <Button ref={first} variant={variant} disabled={disabled} loading={busy} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <span
      role="group"
      data-asking
      aria-label={label}
      className={styles["confirm"]}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        leave();
      }}
    >
      <span className={styles["question"]} role="alert">
        {question}
      </span>
      <Button variant="subtle" onClick={(event) => (event.detail > 1 ? undefined : leave())}>
        Cancel
      </Button>
      <Button
        variant="filled"
        autoFocus
        loading={busy}
        onClick={(event) => {
          if (event.detail > 1) return;
          setAsking(false);
          onConfirm();
        }}
      >
        {confirmLabel}
      </Button>
    </span>
  );
}
