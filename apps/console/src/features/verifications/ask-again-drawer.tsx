import type { VerificationSettings } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { bff } from "#/api/bff.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useCommand } from "#/commands/use-command.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { verificationSettingsQuery } from "#/verification/settings-query.ts";
import styles from "./verifications.module.css";

/** Sets after how many days the connection asks again, and on which days nobody works. */
export function AskAgainDrawer({ days, onClose }: { days: number; onClose: () => void }) {
  const form = useId();
  const { data: settings } = useQuery(verificationSettingsQuery);
  const [typed, setTyped] = useState(String(days));
  const [typedHolidays, setTypedHolidays] = useState<string | null>(null);
  const save = useCommand({
    run: (input: VerificationSettings) => bff.put<VerificationSettings>("/verification-settings", input),
    changes: ["verification"],
    onDone: onClose,
  });
  const isPossible = /^[1-9]\d{0,3}$/.test(typed.trim()) && Number(typed) <= 3650;
  const text = typedHolidays ?? settings?.holidays.join("\n") ?? "";
  const holidays = text.split(/[\s,;]+/).filter((day) => day !== "");
  const wrong = holidays.find((day) => !isDay(day));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPossible && wrong === undefined && settings !== undefined && !save.isPending)
      save.mutate({ askAgainAfterDays: Number(typed), holidays });
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
      <form id={form} className={styles["form"]} onSubmit={submit} noValidate>
        <TextField
          label="Days until an entry is to be verified again"
          data-autofocus
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          help="Counts for what is verified from now on, and for entries that never were."
          error={isPossible ? undefined : "Enter a whole number of days from 1 to 3650."}
        />
        <TextAreaField
          label="Holidays"
          rows={6}
          value={text}
          onChange={(event) => setTypedHolidays(event.target.value)}
          help="One a line, as 2026-12-25. A reported change is to be with readers within two business days: Monday to Friday without these."
          error={wrong === undefined ? undefined : `“${wrong}” is no day. Enter it as 2026-12-25.`}
        />
        <CommandFailure error={save.error} />
      </form>
    </SideDrawer>
  );
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
