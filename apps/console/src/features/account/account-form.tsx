import type { ReactNode, SubmitEvent } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import styles from "./account.module.css";

export interface AccountFormProps {
  /** What the button says. */
  verb: string;
  error: Error | null;
  /** What went wrong, where the form knows better words than those of the error. */
  failure?: string | undefined;
  busy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame of a small form about a way in: its fields, what was refused unless a field tells it, and its two buttons. */
export function AccountForm({ verb, error, failure, busy, onSubmit, onCancel, children }: AccountFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const isToldByField = error instanceof BffError && error.problem.errors !== undefined;
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      {children}
      {error === null || isToldByField ? null : (
        <Note kind="failed" live>
          {failure ?? errorSentence(error)}
        </Note>
      )}
      <div className="buttons">
        <Button type="submit" variant="filled" loading={busy}>
          {verb}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What a refusal says of one of the fields. */
export function fieldErrorOf(error: Error | null, pointer: string): string | undefined {
  return error instanceof BffError ? error.fieldError(pointer) : undefined;
}
