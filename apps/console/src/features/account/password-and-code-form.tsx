import type { PasswordAndCodeInput } from "@dc/contract";
import { useState } from "react";
import { TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { AccountForm, type AccountFormProps, fieldErrorOf } from "./account-form.tsx";

export interface PasswordAndCodeFormProps extends Omit<AccountFormProps, "onSubmit" | "children"> {
  onSubmit: (input: PasswordAndCodeInput) => void;
}

/** Asks for both factors before one of them is changed. */
export function PasswordAndCodeForm({ onSubmit, ...frame }: PasswordAndCodeFormProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <AccountForm {...frame} onSubmit={() => onSubmit({ password, code })}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fieldErrorOf(frame.error, "/password")}
      />
      <TextField
        label="Code"
        autoComplete="one-time-code"
        help="Of the app, or a recovery code."
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={fieldErrorOf(frame.error, "/code")}
      />
    </AccountForm>
  );
}
