import type { OwnPasswordInput, PasswordAndCodeInput } from "@dc/contract";
import { type ReactNode, useState } from "react";
import { TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { AccountForm, type AccountFormProps, fieldErrorOf } from "./account-form.tsx";

type Frame = Omit<AccountFormProps, "onSubmit" | "children">;

export interface CurrentPasswordFormProps extends Frame {
  onSubmit: (input: OwnPasswordInput) => void;
  children?: ReactNode;
}

/** Asks for the password before a way in is added or ended. */
export function CurrentPasswordForm({ onSubmit, children, ...frame }: CurrentPasswordFormProps) {
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
      {children}
    </AccountForm>
  );
}

export interface PasswordAndCodeFormProps extends Frame {
  onSubmit: (input: PasswordAndCodeInput) => void;
}

/** Asks for both factors before one of them is changed. */
export function PasswordAndCodeForm({ onSubmit, ...frame }: PasswordAndCodeFormProps) {
  const [code, setCode] = useState("");
  return (
    <CurrentPasswordForm {...frame} onSubmit={(input) => onSubmit({ ...input, code })}>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        help="From the app, or a recovery code."
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={fieldErrorOf(frame.error, "/code")}
      />
    </CurrentPasswordForm>
  );
}
