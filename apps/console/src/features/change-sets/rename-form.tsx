import { maxLength } from "@dc/contract/limits";
import { useState } from "react";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import styles from "./change-sets.module.css";

interface RenameFormProps {
  name: string;
  busy: boolean;
  onName: (name: string) => void;
  onLeave: () => void;
}

export function RenameForm({ name, busy, onName, onLeave }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      className={styles["rename"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") onName(typed.trim());
      }}
    >
      <TextField
        label="Name of this change set"
        onKeyDown={(event) => (event.key === "Escape" ? onLeave() : undefined)}
        dir="auto"
        autoFocus
        maxLength={maxLength.name}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" loading={busy} disabled={typed.trim() === ""}>
        Save the name
      </Button>
      <Button variant="subtle" onClick={onLeave}>
        Cancel
      </Button>
    </form>
  );
}
