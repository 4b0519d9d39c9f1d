import { useState } from "react";
import { wasKnown, wasNotAllowed } from "#/connection/passkeys.ts";
import { TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { AccountForm, fieldErrorOf } from "./account-form.tsx";
import { deviceName } from "./device-name.ts";
import { useAddPasskey } from "./mutations.ts";

/** Names a passkey, and has the browser make it after the password. */
export function PasskeyForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const add = useAddPasskey();
  const toast = useToast();
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const missing = name.trim() === "" ? "Enter a name by which you will recognise it." : undefined;
  const submit = () => {
    setTried(true);
    if (missing !== undefined) return;
    add.mutate(
      { name: name.trim(), ...(hasPassword ? { password } : {}) },
      {
        onSuccess: () => {
          toast({ text: `The passkey ${name.trim()} is added. It lets you in from now on.` });
          onDone();
        },
      },
    );
  };
  const failure = wasKnown(add.error)
    ? "This device has a passkey for your account already."
    : wasNotAllowed(add.error)
      ? "The browser made no passkey: it was cancelled, or took too long. Try again."
      : undefined;
  return (
    <AccountForm
      verb="Add the passkey"
      error={add.error}
      failure={failure}
      busy={add.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      <TextField
        label="Name of the passkey"
        autoFocus
        maxLength={60}
        help="Such as the device that it is on."
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={tried ? (missing ?? fieldErrorOf(add.error, "/name")) : undefined}
      />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={fieldErrorOf(add.error, "/password")}
        />
      ) : null}
    </AccountForm>
  );
}
