import type { OwnPasswordInput } from "@dc/contract";
import { useState } from "react";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { AccountForm, type AccountFormProps, fieldErrorOf } from "./account-form.tsx";

export interface CurrentPasswordFormProps extends Omit<AccountFormProps, "onSubmit" | "children"> {
  onSubmit: (input: OwnPasswordInput) => void;
}

/** Asks for the password before a way in is added or ended. */
export function CurrentPasswordForm({ onSubmit, ...frame }: CurrentPasswordFormProps) {
  const [password, setPassword] = useState("");
  return (
    <AccountForm {...frame} onSubmit={() => onSubmit({ password })}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fieldErrorOf(frame.error, "/password")}
      />
    </AccountForm>
  );
}
