import { useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import styles from "./gate.module.css";
import { useSetUp } from "./mutations.ts";

const shortestPassword = 8;

/** Creates the first administrator. */
export function SetUpForm({ setUpToken, onDone }: { setUpToken: string; onDone: () => void }) {
  const setUp = useSetUp();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const refused = setUp.error instanceof BffError ? setUp.error : null;
  const errors = {
    name: name.trim() === "" ? "Enter the name that colleagues will see." : refused?.fieldError("/name"),
    email: /^\S+@\S+\.\S+$/.test(email)
      ? refused?.fieldError("/email")
      : "Enter an e-mail address, such as name@example.com.",
    password:
      password.length < shortestPassword
        ? `Use at least ${shortestPassword} characters.`
        : refused?.fieldError("/password"),
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || !/^\S+@\S+\.\S+$/.test(email) || password.length < shortestPassword) return;
    setUp.mutate({ setUpToken, name: name.trim(), email, password }, { onSuccess: onDone });
  };
  const shown = (error: string | undefined) => (tried ? error : undefined);
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={shown(errors.name)}
      />
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={shown(errors.email)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        help={`At least ${shortestPassword} characters, better 15 or more. A sentence works well.`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={shown(errors.password)}
      />
      <CommandFailure error={setUp.error} fields="any" />
      <Button type="submit" variant="filled" fullWidth loading={setUp.isPending}>
        Create the administrator
      </Button>
    </form>
  );
}
