import type { BookingCheck, BookingOperation, OpenSlot } from "@dc/contract";
import { useId, useState, type ReactNode } from "react";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { State, type StateName } from "#/marks/state.tsx";
import { Step } from "#/ui/page/steps.tsx";
import styles from "./booking-check.module.css";

export interface StepState {
  state: StateName;
  label: string;
}

export interface ProcedureStepProps {
  number: number;
  title: string;
  standing: StepState;
  check: BookingCheck;
  operations: readonly BookingOperation[];
  /** The chosen slot, whose time and duration go into the request. */
  slot?: OpenSlot | null;
  children?: ReactNode;
}

const requestNames: { readonly [operation in BookingOperation]: string } = {
  findPatients: "Find the patient",
  createPatient: "Create the patient",
  listOpenSlots: "List open slots",
  readSchedule: "Read the schedule",
  createAppointment: "Book",
};

/** One step of the booking procedure: its state, its form and its request. */
export function ProcedureStep({
  number,
  title,
  standing,
  check,
  operations,
  slot = null,
  children,
}: ProcedureStepProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const requests = operations.map((operation) => ({ operation, curl: curlOf(check, operation, slot) }));
  return (
    <Step heading="h3" number={number} title={title} status={<State state={standing.state} label={standing.label} />}>
      {children}
      <button
        type="button"
        className={styles["more"]}
        aria-expanded={open}
        aria-controls={`${id}-requests`}
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide" : "Show"} {requests.length === 1 ? "the request" : "the requests"}
      </button>
      <div id={`${id}-requests`} hidden={!open} className={styles["requests"]}>
        {requests.map(({ operation, curl }) =>
          curl === null ? (
            <p key={operation} className="quiet">
              {requestNames[operation]}: the profile has no such operation.
            </p>
          ) : (
            <div key={operation}>
              {requests.length === 1 ? null : <p className="quiet">{requestNames[operation]}</p>}
              <CopyBox label={`${requestNames[operation]}, as curl`} text={curl} />
            </div>
          ),
        )}
      </div>
    </Step>
  );
}

function curlOf({ requests }: BookingCheck, operation: BookingOperation, slot: OpenSlot | null): string | null {
  const ofOperation = requests.filter((request) => request.operation === operation);
  const fitting = ofOperation.find(
    ({ durationMinutes }) => durationMinutes !== null && durationMinutes === slot?.durationMinutes,
  );
  const curl = (fitting ?? ofOperation[0])?.curl ?? null;
  return curl === null || slot === null ? curl : curl.replaceAll("START_AT", () => inQuotes(slot.startAt));
}

/** Escapes text for JSON inside a shell's single quotes. */
const inQuotes = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll("'", "'\\''");
