import type { Verified, VerifyInput } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, type ReactNode, useId, useState } from "react";
import { bff } from "#/api/bff.ts";
import { BffError } from "#/api/bff-error.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useCommand } from "#/commands/use-command.ts";
import { useToday } from "#/connection/use-today.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { dayOf, formatDay } from "#/ui/display/format-time.ts";
import { Button } from "#/ui/form/button.tsx";
import { SelectField, TextAreaField, TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { entriesText, howWords, verificationWays } from "./last-verified.tsx";
import { verificationSettingsQuery } from "./settings-query.ts";
import styles from "./verification.module.css";

type Typed = Pick<VerifyInput, "saidBy" | "how" | "verifiedOn">;

const withinDays = [30, 60, 90, 180, 365];

export interface VerifyDrawerProps {
  of: VerifyInput["of"];
  /** How many practitioners in directories that is. */
  entries: number;
  unsettled: VerifyInput["unsettled"];
  /** What was read to somebody, and what is left out. */
  children: ReactNode;
  onClose: () => void;
  onDone: () => void;
}

/** Asks who said that everything is right as it stands, how and when, and when to ask again. */
export function VerifyDrawer({ of, entries, unsettled, children, onClose, onDone }: VerifyDrawerProps) {
  const today = useToday();
  const form = useId();
  const toast = useToast();
  const { data: settings } = useQuery(verificationSettingsQuery);
  const [typed, setTyped] = useState<Typed>({ saidBy: "", how: "phone", verifiedOn: dayOf(today) });
  const [note, setNote] = useState("");
  const [days, setDays] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const usual = settings?.askAgainAfterDays ?? 90;
  const askAgain = new Date(Date.parse(`${typed.verifiedOn}T12:00:00`) + (days ?? usual) * 86_400_000);
  const verify = useCommand({
    run: (input: VerifyInput) => bff.post<Verified>("/verifications", input),
    changes: ["verification"],
    onDone: ({ practitioners, leftOutTotal }) => {
      const left = leftOutTotal === 0 ? "" : ` ${numberText(leftOutTotal)} left out.`;
      toast({
        text: `Verified ${entriesText(practitioners)}.${left}`,
      });
      onDone();
    },
  });
  const refused = verify.error instanceof BffError ? verify.error : null;
  const noName = tried && typed.saidBy.trim() === "" ? "Enter who said so." : undefined;
  const noDay = typed.verifiedOn > dayOf(today) ? "This date is in the future. Enter today or earlier." : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.saidBy.trim() === "" || typed.verifiedOn === "" || noDay !== undefined || verify.isPending) return;
    const askAgainOn = days === null ? null : dayOf(askAgain);
    verify.mutate({ of, ...typed, askAgainOn, note: note.trim() || null, unsettled });
  };
  return (
    <SideDrawer
      opened
      title="Verified as it stands"
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="filled" type="submit" form={form} loading={verify.isPending}>
            {entries === 1 ? "Verify as it stands" : `Verify ${entriesText(entries)} as they stand`}
          </Button>
        </>
      }
    >
      <form id={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p>It changes no value. It records who said that everything is right.</p>
        <TextField
          label="Who said so"
          data-autofocus
          required
          maxLength={maxLength.personName}
          value={typed.saidBy}
          onChange={(event) => setTyped({ ...typed, saidBy: event.target.value })}
          error={noName ?? refused?.fieldError("/saidBy")}
        />
        <div className={styles["pair"]}>
          <SelectField
            label="How"
            value={typed.how}
            options={verificationWays.map((way) => ({ value: way, label: capitalise(howWords[way]) }))}
            onChange={(how) => setTyped({ ...typed, how })}
          />
          <TextField
            label="On"
            type="date"
            required
            max={dayOf(today)}
            value={typed.verifiedOn}
            onChange={(event) => setTyped({ ...typed, verifiedOn: event.target.value })}
            error={noDay ?? refused?.fieldError("/verifiedOn")}
          />
        </div>
        <SelectField
          label="Ask again"
          value={String(days ?? usual)}
          options={[...new Set([...withinDays, usual])]
            .toSorted((a, b) => a - b)
            .map((count) => ({ value: String(count), label: `in ${countText(count, "day")}` }))}
          help={
            Number.isNaN(askAgain.getTime())
              ? undefined
              : `On ${formatDay(askAgain, today)}. ${countText(usual, "day")} is what this connection asks for.`
          }
          onChange={(count) => setDays(Number(count) === usual ? null : Number(count))}
        />
        <TextAreaField
          label="Note"
          optional
          rows={2}
          maxLength={maxLength.reason}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {children}
        <CommandFailure error={verify.error} fields={["/saidBy", "/verifiedOn"]} />
      </form>
    </SideDrawer>
  );
}
