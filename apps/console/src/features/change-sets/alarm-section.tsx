import type { Alarm } from "@dc/contract";
import { useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { takenByText, useResumeSending, useSettleAlarm } from "#/changes/alarms.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { Note } from "#/marks/note.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ChoiceCards } from "#/ui/form/choice-cards.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import styles from "./change-sets.module.css";

type Answer = NonNullable<Alarm["settled"]>["answer"];

function answerText({ changes }: Alarm, answer: Answer): string {
  if (answer === "not ours") return "The other value is not from this console";
  if (answer === "reset") return "A reset is staged; apply it to reset the value";
  return changes.some(({ isInIndex }) => isInIndex) ? "The value is kept in both" : "The other value is kept";
}

/** An isolation alarm of a change set: what happened, the form to settle it, and the button to resume sending. */
export function AlarmSection({ alarm }: { alarm: Alarm }) {
  const { index, raisedAt, record, recordName, settled } = alarm;
  return (
    <section className={styles["alarm"]} aria-label="Isolation alarm">
      <Note kind="conflict">
        <b>Isolation alarm.</b> The value sent to <bdi>{index.name}</bdi> for{" "}
        <bdi>{recordName ?? `${record.type} ${record.id}`}</bdi> was also written to <bdi>{takenByText(alarm)}</bdi>,{" "}
        <Age at={raisedAt} after="ago" />. Nothing is sent until the alarm is settled and somebody resumes sending.
      </Note>
      {settled === null ? (
        <Permitted action="settle" says>
          <SettleForm alarm={alarm} />
        </Permitted>
      ) : (
        <Settled alarm={alarm} settled={settled} />
      )}
    </section>
  );
}

function SettleForm({ alarm }: { alarm: Alarm }) {
  const settle = useSettleAlarm(alarm.id);
  const [answer, setAnswer] = useState<Answer>("kept");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const isAnywhereHere = alarm.changes.some(({ isInIndex }) => isInIndex);
  const [taker, name] = [takenByText(alarm), alarm.index.name];
  const outcome = isAnywhereHere
    ? "The change becomes applied."
    : `${name} does not have the value, so the change becomes failed. It can be sent again.`;
  const refused = settle.error instanceof BffError ? settle.error.fieldError("/reason") : undefined;
  const error =
    tried && reason.trim() === "" ? "Write a reason." : refused === undefined ? undefined : `It ${refused}.`;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== "") settle.mutate({ answer, reason: reason.trim() });
  };
  const options: { value: Answer; label: string; help: string }[] = [
    { value: "kept", label: "Keep the value", help: `It stays in ${taker}. ${outcome}` },
    { value: "not ours", label: "Not from this console", help: `${taker} has it from somebody else. ${outcome}` },
    ...(isAnywhereHere
      ? [
          {
            value: "reset" as const,
            label: "Reset the value",
            help: `The standard value from before is staged for ${name}. ${outcome} Check ${taker} in the service.`,
          },
        ]
      : []),
  ];
  return (
    <form onSubmit={send} noValidate>
      <ChoiceCards label="What should happen" value={answer} options={options} onChange={setAnswer} />
      <TextAreaField
        label="Reason"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        {...(error === undefined ? { help: "It is kept in the history." } : { error })}
      />
      <div className={styles["settle"]}>
        <Button type="submit" variant="filled" loading={settle.isPending}>
          Settle the alarm
        </Button>
      </div>
      {refused !== undefined ? null : <CommandFailure error={settle.error} />}
    </form>
  );
}

function Settled({ alarm, settled }: { alarm: Alarm; settled: NonNullable<Alarm["settled"]> }) {
  const resume = useResumeSending();
  return (
    <>
      <p>
        <b>{answerText(alarm, settled.answer)}.</b> “<bdi>{settled.reason}</bdi>” <bdi>{settled.by.name}</bdi>,{" "}
        <Age at={settled.at} after="ago" />.
      </p>
      <div className={styles["settle"]}>
        <Permitted action="settle" forAll says>
          <Button variant="filled" loading={resume.isPending} onClick={() => resume.mutate()}>
            Resume sending
          </Button>
        </Permitted>
      </div>
    </>
  );
}
