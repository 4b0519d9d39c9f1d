import type { SaveVerificationSettingsInput, VerificationSettings } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { bff } from "#/api/bff.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { SavedMeanwhile, savedMeanwhile } from "#/commands/saved-meanwhile.tsx";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField, TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { verificationSettingsQuery } from "#/verification/settings-query.ts";
import styles from "./verifications.module.css";

const labels = { days: "Days until an entry is to be verified again", holidays: "Holidays" };

const typedOf = ({ askAgainAfterDays, holidays }: VerificationSettings) => ({
  days: String(askAgainAfterDays),
  holidays: holidays.join("\n"),
});

/** Says after how many days the connection asks again, and opens what sets it. */
export function AskAgainButton({ days }: { days: number | undefined }) {
  const [opened, setOpened] = useState(false);
  const { data: settings } = useQuery(verificationSettingsQuery);
  return (
    <>
      <Button waits={days === undefined || settings === undefined} onClick={() => setOpened(true)}>
        Ask again after {days === undefined ? "… days" : countText(days, "day")}…
      </Button>
      {opened && settings !== undefined ? (
        <AskAgainDrawer settings={settings} onClose={() => setOpened(false)} />
      ) : null}
    </>
  );
}

/** Sets after how many days the connection asks again, and on which days nobody works. */
function AskAgainDrawer({ settings, onClose }: { settings: VerificationSettings; onClose: () => void }) {
  const form = useId();
  // What is typed stays with the version that it is typed over.
  const [version, setVersion] = useState(settings.version);
  const [{ days, holidays: text }, setTyped] = useState(() => typedOf(settings));
  const save = useCommand({
    run: (input: SaveVerificationSettingsInput) => bff.put<VerificationSettings>("/verification-settings", input),
    changes: ["verification"],
    rereadsAfter: anyFailure,
    onDone: onClose,
  });
  const saved = savedMeanwhile<VerificationSettings>(save.error);
  const goOn = (over: VerificationSettings) => {
    setVersion(over.version);
    save.reset();
  };
  const isPossible = /^[1-9]\d{0,3}$/.test(days.trim()) && Number(days) <= 3650;
  const holidays = text.split(/[\s,;]+/).filter((day) => day !== "");
  const wrong = holidays.find((day) => !isDay(day));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPossible && wrong === undefined && !save.isPending)
      save.mutate({ askAgainAfterDays: Number(days), holidays, version });
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
          label={labels.days}
          data-autofocus
          inputMode="numeric"
          value={days}
          onChange={({ target }) => setTyped({ days: target.value, holidays: text })}
          help="Counts for what is verified from now on, and for entries that never were."
          error={isPossible ? undefined : "Enter a whole number of days from 1 to 3650."}
        />
        <TextAreaField
          label={labels.holidays}
          rows={6}
          value={text}
          onChange={({ target }) => setTyped({ days, holidays: target.value })}
          help="One a line, as 2026-12-25. A reported change is to be with readers within two business days: Monday to Friday without these."
          error={wrong === undefined ? undefined : `“${wrong}” is no day. Enter it as 2026-12-25.`}
        />
        {saved === null ? (
          <CommandFailure error={save.error} />
        ) : (
          <SavedMeanwhile
            parts={[
              { label: labels.days, saved: typedOf(saved).days, typed: days },
              { label: labels.holidays, saved: typedOf(saved).holidays, typed: text },
            ]}
            onKeep={() => goOn(saved)}
            onTake={() => {
              setTyped(typedOf(saved));
              goOn(saved);
            }}
          />
        )}
      </form>
    </SideDrawer>
  );
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
