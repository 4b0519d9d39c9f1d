import type { Booking, BookingCheck, OpenSlot, Patient } from "@dc/contract";
import { errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { Note } from "#/marks/note.tsx";
import { closedText } from "#/record/bookable-note.tsx";
import type { AcceptanceAnswer } from "./acceptance-text.ts";
import styles from "./booking-check.module.css";
import { isOutcomeOpen, useBook } from "./mutations.ts";
import { keyOfSlot, wordsOfSlot } from "./slots-by-day.ts";

/** The outcomes of bookings on this screen, by slot; they hold no patient data. */
export interface AskedBooking {
  slot: OpenSlot;
  result: Booking;
}

export interface BookingStepProps {
  check: BookingCheck;
  patient: Patient | null;
  slot: OpenSlot | null;
  answer: AcceptanceAnswer | null;
  asked: readonly AskedBooking[];
  onAsked: (asked: AskedBooking) => void;
}

/** Why nothing can be booked here, in the service's own words; null where it can, or nothing says so. */
export function closedSentence({ schedule, practitioner }: BookingCheck["bookable"]["here"]): string | null {
  const ofSchedule = closedText(schedule);
  if (ofSchedule !== null) return `This schedule ${ofSchedule}.`;
  const ofPractitioner = closedText(practitioner);
  return ofPractitioner === null ? null : `The practitioner of this schedule ${ofPractitioner}.`;
}

/** Books the chosen slot for the patient, as a simulation. */
export function BookingStep({ check, patient, slot, answer, asked, onAsked }: BookingStepProps) {
  const book = useBook();
  const { timeZone } = check.range;
  const isAboutThis =
    slot !== null &&
    book.variables?.patientId === patient?.id &&
    book.variables !== undefined &&
    keyOfSlot(book.variables.slot) === keyOfSlot(slot);
  const before = slot === null ? undefined : asked.find((booking) => keyOfSlot(booking.slot) === keyOfSlot(slot));
  const accepted = answer !== null && (answer.service === true || answer.gateway === true);
  const isMissing = check.requests.find(({ operation }) => operation === "createAppointment")?.curl == null;
  const closed = closedSentence(check.bookable.here);
  const reason = isMissing
    ? "The profile has no booking operation."
    : closed !== null
      ? closed
      : patient === null
        ? "Find or create the patient first."
        : slot === null
          ? "Choose an open slot first."
          : patient.insuranceId === null
            ? "The service lists no insurance for this patient, so the plan can’t be checked."
            : !accepted
              ? "The patient’s plan is not accepted here: a booking client stops at step 3."
              : before !== undefined
                ? null
                : undefined;
  const send = () => {
    if (patient === null || slot === null) return;
    const input = { indexId: check.index.id, scheduleId: check.schedule.id, patientId: patient.id, slot };
    book.mutate(input, {
      onSuccess: (result) => onAsked({ slot, result }),
      onError: (error) =>
        isOutcomeOpen(error) && onAsked({ slot, result: { outcome: "unknown", why: errorSentence(error) } }),
    });
  };
  return (
    <>
      {slot === null ? null : (
        <p>
          <b>{wordsOfSlot(slot, timeZone)}</b> <span className="quiet">{timeZone}</span>
        </p>
      )}
      {before === undefined ? null : <Result asked={before} timeZone={timeZone} />}
      {before === undefined && isAboutThis && book.error !== null && !isOutcomeOpen(book.error) ? (
        <Note kind="failed" live>
          {errorSentence(book.error)}
        </Note>
      ) : null}
      {before === undefined ? (
        <div className={styles["do"]}>
          <Button variant="filled" disabled={reason !== undefined} loading={book.isPending} onClick={send}>
            Book this slot in test
          </Button>
          {reason === undefined ? (
            <span className="quiet">Sent once. No real appointment is made.</span>
          ) : (
            <span className="quiet">{reason}</span>
          )}
        </div>
      ) : null}
    </>
  );
}

function Result({ asked: { slot, result }, timeZone }: { asked: AskedBooking; timeZone: string }) {
  if (result.outcome === "unknown")
    return (
      <Note kind="unknown" live>
        Unknown: {result.why} It may be booked; it is not sent again. Choose another slot to go on.
      </Note>
    );
  const { id, status, startAt } = result.appointment;
  const start = startAt === null || Number.isNaN(Date.parse(startAt)) ? slot : { ...slot, startAt };
  return (
    <Note kind="ok" live>
      <b>Simulated:</b> {wordsOfSlot(start, timeZone)}. In test mode the service books no real appointment.{" "}
      <CopyableId id={id} />
      {status === null ? null : <> The service calls its status “{status}”.</>}
    </Note>
  );
}
