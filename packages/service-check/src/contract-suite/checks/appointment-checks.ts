import { valueAt, type Json, numberText } from "@dc/api-client";
import { listIn, objectIn } from "#/service/check-session.ts";
import { describeRefusal } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { closedText } from "#/suggestions/bookable-problem.ts";
import { madeUpPatient, madeUpPerson } from "./booking-checks.ts";
import { fails, holds, needsId, needsTrialIndex, untested, type Check } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { readingsOf } from "#/contract-suite/write-trials/writable-values.ts";

interface Booking {
  readonly patient: ProbeResult;
  readonly booked: ProbeResult | null;
  readonly before: ProbeResult;
  readonly after: ProbeResult | null;
  /** The open slots of the standard index as another developer sees them, before and after; null without such a key. */
  readonly otherSlots: { readonly before: ProbeResult; readonly after: ProbeResult } | null;
  readonly startAt: Json;
}

const bookings = new WeakMap<ContractSession, Promise<Booking | string>>();

function idAtPart(raw: Json | undefined, part: { readonly at: string }): string | null {
  const value = valueAt(raw, part.at);
  return typeof value === "string" ? value : numberText(value);
}

async function insuranceOf(session: ContractSession): Promise<string | null> {
  const schedule = await session.readRecord("schedule", null);
  const raw = schedule === null ? null : objectIn(schedule);
  const reading = raw === null ? undefined : readingsOf(session, "schedule", raw)["acceptedInsurances"];
  const ids = reading !== undefined && "value" in reading && Array.isArray(reading.value) ? reading.value : [];
  return typeof ids[0] === "string" ? ids[0] : null;
}

async function probePatient(
  session: ContractSession,
): Promise<{ readonly id: string | null; readonly result: ProbeResult } | string> {
  if (session.hasOperation("findPatients")) {
    const search = await session.send({ operation: "findPatients", values: { ...madeUpPatient } });
    const known = idAtPart(listIn(search)?.[0], session.profile.data.answers.patient.id);
    if (known !== null) return { id: known, result: search };
  }
  const insuranceId = await insuranceOf(session);
  if (insuranceId === null) return "needs a --schedule that accepts an insurance, for the made-up patient";
  const result = await session.send({ operation: "createPatient", values: { ...madeUpPerson, insuranceId } });
  if (result.isAccepted) session.leftovers.push(`a made-up patient, ${madeUpPatient.name}`);
  return { id: result.isAccepted ? idAtPart(result.resource, session.profile.data.answers.patient.id) : null, result };
}

async function book(session: ContractSession): Promise<Booking | string> {
  const scheduleId = session.recordIds.get("schedule");
  const index = session.trialIndex;
  for (const operation of ["createPatient", "createAppointment", "listOpenSlots"])
    if (!session.hasOperation(operation)) return `the profile has no operation ${operation}`;
  if (scheduleId === undefined) return needsId("schedule");
  if (index === null) return needsTrialIndex;
  const patient = await probePatient(session);
  if (typeof patient === "string") return patient;
  const slots = { operation: "listOpenSlots", values: session.slotValues(), index };
  const before = await session.send(slots);
  const [slot] = listIn(before) ?? [];
  const parts = session.profile.data.answers.openSlot;
  const startAt = valueAt(slot, parts.startAt.at);
  const duration = valueAt(slot, parts.duration.at);
  if (startAt === undefined || duration === undefined)
    return `no open slot of the schedule in the two weeks from tomorrow${await closedText(session)}`;
  const closed = await closedText(session);
  if (closed !== "") return `open slots are listed${closed}`;
  const nothing = { patient: patient.result, booked: null, before, after: null, otherSlots: null, startAt };
  if (patient.id === null) return nothing;
  session.redactor.add(patient.id, "<patient>");
  // Sent as a number, as every booking is: a service that wants text says so in the profile's template.
  const values = { scheduleId, patientId: patient.id, startAt, duration: Number(duration) };
  const readOther = async () =>
    session.hasOtherKey ? await session.send({ ...slots, index: null, identity: "other" }) : null;
  const otherBefore = await readOther();
  const booked = await session.send({ operation: "createAppointment", values, index });
  if (booked.isAccepted)
    session.leftovers.push("an appointment of the made-up patient, which in test mode books nothing");
  const after = await session.send(slots);
  const otherAfter = await readOther();
  const otherSlots = otherBefore === null || otherAfter === null ? null : { before: otherBefore, after: otherAfter };
  return { ...nothing, booked, after, otherSlots };
}

function booking(session: ContractSession): Promise<Booking | string> {
  const known = bookings.get(session) ?? book(session);
  bookings.set(session, known);
  return known;
}

/** Patients created and appointments booked, in test mode. */
export const appointmentChecks: readonly Check[] = [
  {
    id: "patient-created",
    about: "Endpoints",
    sentence: "POST of a patient answers the created patient.",
    writes: true,
    async run(session) {
      const done = await booking(session);
      if (typeof done === "string") return untested(done);
      const { patient } = done;
      if (!patient.isAccepted) return fails(describeRefusal(patient), patient);
      return listIn(patient) !== null
        ? untested("the made-up patient of an earlier run was used again, and no new one was created", patient)
        : idAtPart(patient.resource, session.profile.data.answers.patient.id) === null
          ? fails(`no id where the profile expects it (${session.profile.data.answers.patient.id.at})`, patient)
          : holds("answered with its id", patient);
    },
  },
  {
    id: "appointment-created",
    about: "Endpoints",
    sentence:
      "POST of an appointment with schedule, patient, start and duration of an open slot answers the created appointment.",
    needs: ["slot-start"],
    writes: true,
    async run(session) {
      const done = await booking(session);
      if (typeof done === "string") return untested(done);
      const { booked } = done;
      if (booked === null) return untested("there was no patient to book for", done.patient);
      if (!booked.isAccepted) return fails(describeRefusal(booked), booked);
      return idAtPart(booked.resource, session.profile.data.answers.appointment.id) === null
        ? fails(`no id where the profile expects it (${session.profile.data.answers.appointment.id.at})`, booked)
        : holds("answered with an id", booked);
    },
  },
  {
    id: "test-mode-books-nothing",
    about: "Service",
    sentence: "In test mode no real appointment is booked.",
    needs: ["appointment-created"],
    writes: true,
    async run(session) {
      const done = await booking(session);
      if (typeof done === "string") return untested(done);
      const { booked, before, after, otherSlots, startAt } = done;
      if (booked?.isAccepted !== true || after === null) return untested("nothing was booked");
      const part = session.profile.data.answers.openSlot.startAt;
      const isOpen = (slots: ProbeResult) => (listIn(slots) ?? []).some((slot) => valueAt(slot, part.at) === startAt);
      if (otherSlots !== null && isOpen(otherSlots.before) && listIn(otherSlots.after) !== null)
        return isOpen(otherSlots.after)
          ? holds("the booked slot is still open for another developer", booked, otherSlots.after)
          : fails("the booked slot is gone for another developer too", otherSlots.before, booked, otherSlots.after);
      // A service may simulate that a slot is taken, so that what this key alone sees shows no real booking.
      return isOpen(after)
        ? holds("the booked slot is still open", before, booked, after)
        : untested(
            "the booked slot is gone, which may be simulated as well: --other-key, the key of another developer, shows whether it is gone for others",
            booked,
            after,
          );
    },
  },
];
