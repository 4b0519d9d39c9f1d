import { useRef, useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import styles from "./gate.module.css";
import { useSignInWithCode } from "./mutations.ts";

/** The second step of signing in: a code of the app, or a recovery code. */
export function CodeForm({ onSignedIn, onBack }: { onSignedIn: () => void; onBack: () => void }) {
  const signIn = useSignInWithCode();
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const refused = signIn.error instanceof BffError ? signIn.error : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    signIn.mutate({ code }, { onSuccess: onSignedIn, onError: () => input.current?.select() });
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <p>The password is right. Your account asks for a code, too.</p>
      <TextField
        ref={input}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoFocus
        help="Six digits from your app, or a recovery code."
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={refused?.fieldError("/code")}
      />
      <CommandFailure error={signIn.error} fields="any" />
      <Button type="submit" variant="filled" fullWidth loading={signIn.isPending}>
        Sign in with the code
      </Button>
      <Button variant="subtle" fullWidth onClick={onBack}>
        Back to the password
      </Button>
    </form>
  );
}
