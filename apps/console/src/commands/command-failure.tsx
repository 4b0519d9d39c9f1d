import type { ReactNode } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Note } from "#/marks/note.tsx";

interface CommandFailureProps {
  error: unknown;
  /** Fields that show an error of their own, or "any" where each error of a field is shown at one. */
  fields?: "any" | readonly string[];
  /** What did not happen. */
  children?: ReactNode;
}

/** Says why a command failed, unless a field says so. */
export function CommandFailure({ error, fields = [], children }: CommandFailureProps) {
  if (error === null) return null;
  if (error instanceof BffError) {
    const isAtField =
      fields === "any" ? error.problem.errors !== undefined : fields.some((field) => error.fieldError(field));
    if (isAtField) return null;
  }
  return (
    <Note kind="failed" live>
      {children === undefined ? null : <>{children} </>}
      {errorSentence(error)}
    </Note>
  );
}
