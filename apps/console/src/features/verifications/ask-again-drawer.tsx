import type { VerificationSettings } from "@dc/contract";
import { type SubmitEvent, useId, useState } from "react";
import { bff } from "#/api/bff.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useCommand } from "#/commands/use-command.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";

/** Sets after how many days the connection asks again. */
export function AskAgainDrawer({ days, onClose }: { days: number; onClose: () => void }) {
  const form = useId();
  const [typed, setTyped] = useState(String(days));
  const save = useCommand({
    run: (settings: VerificationSettings) => bff.put<VerificationSettings>("/verification-settings", settings),
    changes: ["verification"],
    onDone: onClose,
  });
  const isPossible = /^[1-9]\d{0,3}$/.test(typed.trim()) && Number(typed) <= 3650;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPossible && !save.isPending) save.mutate({ askAgainAfterDays: Number(typed) });
  };
  return (
    <SideDrawer
      opened
      title="When to ask again"
      onClose={onClose}
      footer={
        <Button variant="filled" type="submit" form={form} loading={save.isPending}>
          Save the days
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Days until an entry is to be verified again"
          data-autofocus
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          help="Counts for what is verified from now on, and for entries that never were."
          error={isPossible ? undefined : "Enter a whole number of days from 1 to 3650."}
        />
        <CommandFailure error={save.error} />
      </form>
    </SideDrawer>
  );
}
