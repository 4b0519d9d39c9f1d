import { useState } from "react";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { AccountForm, fieldErrorOf } from "./account-form.tsx";
import { useChangePassword } from "./mutations.ts";

const shortestPassword = 8;

/** Changes one's own password. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const change = useChangePassword();
  const toast = useToast();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [tried, setTried] = useState(false);
  const errors = {
    current: current === "" ? "Enter your current password." : fieldErrorOf(change.error, "/currentPassword"),
    next:
      next.length < shortestPassword
        ? `Use at least ${shortestPassword} characters.`
        : fieldErrorOf(change.error, "/newPassword"),
  };
  const submit = () => {
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
    <AccountForm
      verb="Change the password"
      error={change.error}
      busy={change.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
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
    </AccountForm>
  );
}
