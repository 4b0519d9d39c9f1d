import { useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import styles from "./gate.module.css";
import { useJoin } from "./mutations.ts";

const shortestPassword = 8;

/** Chooses a password with a one-time link of an administrator. */
export function JoinForm({ secret, email, onDone }: { secret: string; email: string; onDone: () => void }) {
  const join = useJoin();
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const refused = join.error instanceof BffError ? join.error : null;
  const short = password.length < shortestPassword ? `Use at least ${shortestPassword} characters.` : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (short === undefined) join.mutate({ secret, password }, { onSuccess: onDone });
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      {/* So that the browser keeps the new password under the name that one signs in with. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        autoFocus
        help={`At least ${shortestPassword} characters, better 15 or more. A sentence works well.`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={tried ? (short ?? refused?.fieldError("/password")) : undefined}
      />
      <CommandFailure error={join.error} fields="any" />
      <Button type="submit" variant="filled" fullWidth loading={join.isPending}>
        Save the password and sign in
      </Button>
    </form>
  );
}
