import type { PasswordAndCodeInput } from "@dc/contract";
import { useState, type SubmitEvent } from "react";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { Failure } from "./second-factor-form.tsx";
import styles from "./account.module.css";

export interface PasswordAndCodeFormProps {
  verb: string;
  error: Error | null;
  busy: boolean;
  onSubmit: (input: PasswordAndCodeInput) => void;
  onCancel: () => void;
}

/** Asks for both factors before one of them is changed. */
export function PasswordAndCodeForm({ verb, error, busy, onSubmit, onCancel }: PasswordAndCodeFormProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const refused = error instanceof BffError ? error : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit({ password, code });
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={refused?.fieldError("/password")}
      />
      <TextField
        label="Code"
        autoComplete="one-time-code"
        help="Of the app, or a recovery code."
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={refused?.fieldError("/code")}
      />
      <Failure error={error} />
      <div className={styles["verbs"]}>
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
