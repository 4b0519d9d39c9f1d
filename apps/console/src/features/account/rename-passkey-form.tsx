import type { Account } from "@dc/contract";
import { useState } from "react";
import { TextField } from "#/ui/form/field.tsx";
import { AccountForm, fieldErrorOf } from "./account-form.tsx";
import { useRenamePasskey } from "./mutations.ts";

/** Gives a passkey another name. */
export function RenamePasskeyForm({ passkey, onDone }: { passkey: Account["passkeys"][number]; onDone: () => void }) {
  const rename = useRenamePasskey();
  const [name, setName] = useState(passkey.name);
  return (
    <AccountForm
      verb="Rename the passkey"
      error={rename.error}
      busy={rename.isPending}
      onSubmit={() => rename.mutate({ id: passkey.id, name }, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <TextField
        label="Name of the passkey"
        autoFocus
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldErrorOf(rename.error, "/name")}
      />
    </AccountForm>
  );
}
