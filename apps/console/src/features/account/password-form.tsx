import { useState, type SubmitEvent } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { Note } from "#/marks/note.tsx";
import { useChangePassword } from "./mutations.ts";
import styles from "./account.module.css";

const shortestPassword = 8;

/** Changes one's own password. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const change = useChangePassword();
  const toast = useToast();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [tried, setTried] = useState(false);
  const refused = change.error instanceof BffError ? change.error : null;
  const errors = {
    current: current === "" ? "Enter your password of now." : refused?.fieldError("/currentPassword"),
    next:
      next.length < shortestPassword
        ? `Use at least ${shortestPassword} characters.`
        : refused?.fieldError("/newPassword"),
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (current === "" || next.length < shortestPassword) return;
    change.mutate(
      { currentPassword: current, newPassword: next },
      {
        onSuccess: () => {
          toast({ text: "The password is changed. Every other session has ended." });
          onDone();
        },
      },
    );
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={tried ? errors.current : undefined}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help={`At least ${shortestPassword} characters, better 15 or more. A sentence works well. Every other session ends.`}
        value={next}
        onChange={(event) => setNext(event.target.value)}
        error={tried ? errors.next : undefined}
      />
      {change.error === null || refused?.problem.errors !== undefined ? null : (
        <Note kind="failed" live>
          {errorSentence(change.error)}
        </Note>
      )}
      <div className={styles["verbs"]}>
        <Button type="submit" variant="filled" loading={change.isPending}>
          Change the password
        </Button>
        <Button variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
