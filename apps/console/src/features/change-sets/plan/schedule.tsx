import type { ChangeSet, ScheduleChangeSetInput } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import { useToday } from "#/connection/use-today.ts";
import { hourLabel, useZone } from "#/connection/use-zone.ts";
import { Note } from "#/marks/note.tsx";
import { dayOf } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import styles from "#/features/change-sets/change-sets.module.css";
import { useSchedule, useUnschedule } from "#/features/change-sets/mutations.ts";

type Moved = NonNullable<ScheduleChangeSetInput["moved"]>;

const movedText: { readonly [moved in Moved]: string } = {
  "split off": "What has moved by then is split off, and you are told.",
  refuse: "If something has moved by then, nothing is applied, and you are told.",
};

/** When the set is applied by itself, and as whom, with what changes that. */
export function ScheduleNote({ changeSet }: { changeSet: ChangeSet }) {
  const { schedule } = changeSet;
  const { may } = usePermissions();
  const { hourText, timeZone } = useZone();
  const drop = useUnschedule(changeSet);
  const [isOpen, setOpen] = useState(false);
  if (schedule === null) return null;
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Note
        kind="plain"
        actions={
          may("apply") ? (
            <>
              <Button size="xs" onClick={() => setOpen(true)}>
                Another time
              </Button>
              <Button size="xs" loading={drop.isPending} onClick={() => drop.mutate(undefined)}>
                Take the schedule back
              </Button>
            </>
          ) : null
        }
      >
        <b>Will be applied on {hourText(schedule.at)}</b> ({timeZone}), as <bdi>{schedule.by.name}</bdi>.{" "}
        {movedText[schedule.moved]}
      </Note>
      {isOpen ? <ScheduleDrawer changeSet={changeSet} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** Offers to have a set applied later, where it could be applied now. */
export function ScheduleButton({ changeSet }: { changeSet: ChangeSet }) {
  const { may } = usePermissions();
  const { data: approvals } = useQuery(approvalSettingsQuery);
  const [isOpen, setOpen] = useState(false);
  const isReady = changeSet.state === "approved" || (changeSet.state === "draft" && approvals?.required === 0);
  if (!isReady || changeSet.schedule !== null || changeSet.counts.total === 0 || !may("apply")) return null;
  return (
    <>
      <Button variant="subtle" leftSection={<Icon name="clock" />} onClick={() => setOpen(true)}>
        Schedule
      </Button>
      {isOpen ? <ScheduleDrawer changeSet={changeSet} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }));
const choices = [
  { value: "split off", label: "Apply what has not moved, split off the rest" },
  { value: "refuse", label: "All or nothing" },
] as const satisfies readonly { value: Moved; label: string }[];

function ScheduleDrawer({ changeSet, onClose }: { changeSet: ChangeSet; onClose: () => void }) {
  const today = dayOf(useToday());
  const { hourOf, timeZone } = useZone();
  const before = changeSet.schedule === null ? null : hourOf(changeSet.schedule.at);
  const schedule = useSchedule(changeSet);
  const [day, setDay] = useState(before?.day ?? "");
  const [hour, setHour] = useState(String(before?.hour ?? 0));
  const [moved, setMoved] = useState<Moved>(changeSet.schedule?.moved ?? "split off");
  const [isAsked, setAsked] = useState(false);
  const missing = day === "" ? "Enter the day." : undefined;
  const refused = schedule.error instanceof BffError ? schedule.error.fieldError("/day") : undefined;
  const save = () => {
    setAsked(true);
    if (missing === undefined) schedule.mutate({ day, hour: Number(hour), moved }, { onSuccess: onClose });
  };
  return (
    <SideDrawer
      opened
      title="Apply at an hour of a day"
      onClose={onClose}
      footer={
        <Permitted action="apply" says>
          <Button variant="filled" loading={schedule.isPending} onClick={save}>
            {before === null ? "Schedule" : "Change the schedule"}
          </Button>
        </Permitted>
      }
    >
      <div className={styles["rail"]}>
        {schedule.error === null || refused !== undefined ? null : (
          <Note kind="failed" live>
            {errorSentence(schedule.error)}
          </Note>
        )}
        <TextField
          label="Day"
          type="date"
          min={today}
          value={day}
          required
          data-autofocus
          error={(isAsked ? missing : undefined) ?? refused}
          onChange={({ target }) => setDay(target.value)}
        />
        <SelectField label="Hour" help={`In ${timeZone}.`} value={hour} options={hours} onChange={setHour} />
        <SelectField
          label="If something has moved by then"
          help={movedText[moved]}
          value={moved}
          options={choices}
          onChange={setMoved}
        />
        <p>
          It is applied as you. Whether you may, whether its approvals count, and what moved are judged then; if it
          cannot be applied, you and its owner find that in the inbox.
        </p>
      </div>
    </SideDrawer>
  );
}
