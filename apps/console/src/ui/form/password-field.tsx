import { useState } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import styles from "./field.module.css";
import { TextField, type TextFieldProps } from "./field.tsx";

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="off"
      end={
        <button
          type="button"
          className={styles["reveal"]}
          aria-pressed={shown}
          aria-label="Show the password"
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </button>
      }
    />
  );
}
