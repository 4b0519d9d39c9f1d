import type { BookingCheck, OpenSlot, Patient } from "@dc/contract";
import { useState } from "react";
import { Note } from "#/marks/note.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import type { AcceptanceAnswer } from "./acceptance-text.ts";
import styles from "./booking-check.module.css";
import { type AskedBooking, BookingStep, closedSentence } from "./booking-step.tsx";
import { PatientStep } from "./patient-step.tsx";
import { keyOfSlot, wordsOfSlot } from "./slots-by-day.ts";
import { Steps } from "#/ui/page/steps.tsx";
import { ProcedureStep, type StepState } from "./procedure-step.tsx";

export interface ProcedureProps {
  check: BookingCheck;
  patient: Patient | null;
  slot: OpenSlot | null;
  planId: string | null;
  answer: AcceptanceAnswer | null;
  planName: (id: string) => string;
  onPatient: (patient: Patient | null) => void;
}

const done = (label: string): StepState => ({ state: "applied", label });
const waiting = (label: string): StepState => ({ state: "waiting", label });
const notOffered: StepState = { state: "withdrawn", label: "not offered in live" };

/** The four steps of the booking procedure, each with its state and request. */
export function Procedure({ check, patient, slot: chosen, planId, answer, planName, onPatient }: ProcedureProps) {
  const [asked, setAsked] = useState<readonly AskedBooking[]>([]);
  const isTest = check.mode === "test";
  const isChosen = isTest && closedSentence(check.bookable.here) === null;
  const { here } = check.slots;
  const isChosenSlot = (other: OpenSlot) => chosen !== null && keyOfSlot(other) === keyOfSlot(chosen);
  // One that was booked is told of, also where it is open no more.
  const isGone =
    chosen !== null &&
    here.state === "read" &&
    !here.items.some(isChosenSlot) &&
    !asked.some((booking) => isChosenSlot(booking.slot));
  const slot = isGone ? null : chosen;
  const last = slot === null ? undefined : asked.find((booking) => keyOfSlot(booking.slot) === keyOfSlot(slot));
  const slotState: StepState =
    here.state === "not read"
      ? { state: here.code === null ? "withdrawn" : "failed", label: here.code === null ? "not available" : "not read" }
      : slot !== null
        ? done("chosen")
        : here.items.length === 0
          ? waiting("none open")
          : isChosen
            ? waiting("choose one")
            : done("read");
  const checkState: StepState =
    answer === null
      ? waiting("choose a plan")
      : answer.face === "accepted"
        ? done("accepted")
        : answer.face === "depends"
          ? { state: "held", label: answer.gateway === true ? "gateway only" : "service only" }
          : answer.face === "not known"
            ? { state: "unknown", label: "not known" }
            : { state: "refused", label: "not accepted" };
  const bookState: StepState = !isTest
    ? notOffered
    : last === undefined
      ? waiting("not yet")
      : last.result.outcome === "unknown"
        ? { state: "unknown", label: "unknown" }
        : done("simulated");
  return (
    <section className={styles["procedure"]}>
      <SectionHeading
        title="Booking procedure"
        note={isTest ? "in test mode, nothing real is booked" : "reads only in live mode"}
      />
      {isTest ? null : (
        <Note kind="plain">
          This connection is live: patients are not looked up or created and nothing is booked from here.
        </Note>
      )}
      <Steps>
        <ProcedureStep
          number={1}
          title="Find or create the patient"
          check={check}
          operations={["findPatients", "createPatient"]}
          standing={!isTest ? notOffered : patient === null ? waiting("not yet") : done("known")}
        >
          {isTest ? <PatientStep patient={patient} planId={planId} planName={planName} onPatient={onPatient} /> : null}
        </ProcedureStep>
        <ProcedureStep
          number={2}
          title="Choose an open slot"
          check={check}
          operations={["listOpenSlots"]}
          standing={slotState}
        >
          <p className="quiet">
            {slot === null
              ? isGone
                ? `${wordsOfSlot(chosen, check.range.timeZone)} is no longer open. Select another time.`
                : isChosen
                  ? "Select a time under Open slots."
                  : "Open slots are read on this page."
              : wordsOfSlot(slot, check.range.timeZone)}
          </p>
        </ProcedureStep>
        <ProcedureStep
          number={3}
          title="Check the plan"
          check={check}
          operations={["readSchedule"]}
          standing={checkState}
        >
          <p className="quiet">
            {planId === null ? "The patient’s plan must be among the accepted insurances." : planName(planId)}
          </p>
        </ProcedureStep>
        <ProcedureStep
          number={4}
          title="Book"
          check={check}
          operations={["createAppointment"]}
          slot={slot}
          standing={bookState}
        >
          {isTest ? (
            <BookingStep
              check={check}
              patient={patient}
              slot={slot}
              answer={answer}
              asked={asked}
              onAsked={(booking) => setAsked([...asked, booking])}
            />
          ) : null}
        </ProcedureStep>
      </Steps>
    </section>
  );
}
