import { useRef, useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import styles from "./gate.module.css";
import { useSignIn } from "./mutations.ts";

/** E-mail and password; people with a second factor are asked for a code next. */
export function SignInForm({ onSignedIn, onCodeNeeded }: { onSignedIn: () => void; onCodeNeeded: () => void }) {
  const signIn = useSignIn();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const passwordInput = useRef<HTMLInputElement>(null);
  const fields = signIn.error instanceof BffError ? signIn.error : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    signIn.mutate(
      { email, password },
      {
        onSuccess: (answer) => ("next" in answer ? onCodeNeeded() : onSignedIn()),
        onError: () => passwordInput.current?.select(),
      },
    );
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fields?.fieldError("/email")}
      />
      <PasswordField
        ref={passwordInput}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fields?.fieldError("/password")}
      />
      <CommandFailure error={signIn.error} fields="any" />
      <Button type="submit" variant="filled" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
