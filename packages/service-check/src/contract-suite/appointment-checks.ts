import { valueAt, type Json } from "@dc/api-client";
import type { Probed } from "#/service/probe.ts";
import { listOf, objectOf, type Suite } from "#/service/suite.ts";
import { answered, fails, holds, lackingId, untested, type Check } from "./check.ts";
import { madeUpPatient, madeUpPerson } from "./made-up-patient.ts";

interface Booking {
  readonly patient: Probed;
  readonly booked: Probed | null;
  readonly before: Probed;
  readonly after: Probed | null;
  readonly startAt: Json;
}

const bookings = new WeakMap<Suite, Promise<Booking | string>>();

function idAt(raw: Json | undefined, part: { readonly at: string }): string | null {
  const value = valueAt(raw, part.at);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

async function insuranceOf(suite: Suite): Promise<string | null> {
  const schedule = await suite.readSubject("schedule", null);
  const raw = schedule === null ? null : objectOf(schedule);
  const reading = raw === null ? undefined : suite.profile.decode("schedule", raw)["acceptedInsurances"];
  const ids = reading !== undefined && "value" in reading && Array.isArray(reading.value) ? reading.value : [];
  return typeof ids[0] === "string" ? ids[0] : null;
}

async function probePatient(suite: Suite): Promise<{ readonly id: string | null; readonly probed: Probed } | string> {
  if (suite.has("findPatients")) {
    const found = await suite.send({ operation: "findPatients", values: { ...madeUpPatient } });
    const known = idAt(listOf(found)?.[0], suite.profile.data.answers.patient.id);
    if (known !== null) return { id: known, probed: found };
  }
  const insuranceId = await insuranceOf(suite);
  if (insuranceId === null) return "needs a --schedule that accepts an insurance, for the made-up patient";
  const probed = await suite.send({ operation: "createPatient", values: { ...madeUpPerson, insuranceId } });
  if (probed.isTaken) suite.left.push(`a made-up patient, ${madeUpPatient.name}`);
  return { id: probed.isTaken ? idAt(probed.resource, suite.profile.data.answers.patient.id) : null, probed };
}

async function book(suite: Suite): Promise<Booking | string> {
  const scheduleId = suite.subjects.get("schedule");
  const index = suite.profile.testIndex;
  for (const operation of ["createPatient", "createAppointment", "listOpenSlots"])
    if (!suite.has(operation)) return `the profile has no operation ${operation}`;
  if (scheduleId === undefined) return lackingId("schedule");
  if (index === null) return "the profile names no test index";
  const patient = await probePatient(suite);
  if (typeof patient === "string") return patient;
  const slots = { operation: "listOpenSlots", values: { scheduleId, ...suite.slotRange() }, index };
  const before = await suite.send(slots);
  const [slot] = listOf(before) ?? [];
  const parts = suite.profile.data.answers.openSlot;
  const startAt = valueAt(slot, parts.startAt.at);
  const duration = valueAt(slot, parts.duration.at);
  if (startAt === undefined || duration === undefined)
    return "no open slot of the schedule in the two weeks from tomorrow";
  const nothing = { patient: patient.probed, booked: null, before, after: null, startAt };
  if (patient.id === null) return nothing;
  suite.shroud.hide(patient.id, "<patient>");
  // Sent as a number, as every booking is: a service that wants text is told apart by the profile's template.
  const values = { scheduleId, patientId: patient.id, startAt, duration: Number(duration) };
  const booked = await suite.send({ operation: "createAppointment", values, index });
  if (booked.isTaken) suite.left.push("an appointment of the made-up patient, which test mode says is none");
  return { ...nothing, booked, after: await suite.send(slots) };
}

function booking(suite: Suite): Promise<Booking | string> {
  const known = bookings.get(suite) ?? book(suite);
  bookings.set(suite, known);
  return known;
}

/** Patients created and appointments booked, in test mode. */
export const appointmentChecks: readonly Check[] = [
  {
    id: "patient-created",
    about: "Endpoints",
    sentence: "POST of a patient answers the created patient.",
    writes: true,
    async run(suite) {
      const done = await booking(suite);
      if (typeof done === "string") return untested(done);
      const { patient } = done;
      if (!patient.isTaken) return fails(answered(patient), patient);
      return listOf(patient) !== null
        ? untested("the made-up patient of an earlier run was used again, and none was made", patient)
        : idAt(patient.resource, suite.profile.data.answers.patient.id) === null
          ? fails(`no id where the profile looks (${suite.profile.data.answers.patient.id.at})`, patient)
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
    async run(suite) {
      const done = await booking(suite);
      if (typeof done === "string") return untested(done);
      const { booked } = done;
      if (booked === null) return untested("there was no patient to book for", done.patient);
      if (!booked.isTaken) return fails(answered(booked), booked);
      return idAt(booked.resource, suite.profile.data.answers.appointment.id) === null
        ? fails(`no id where the profile looks (${suite.profile.data.answers.appointment.id.at})`, booked)
        : holds("answered with an id", booked);
    },
  },
  {
    id: "test-mode-books-nothing",
    about: "Service",
    sentence: "In test mode nothing real is booked: the slot stays open.",
    needs: ["appointment-created"],
    writes: true,
    async run(suite) {
      const done = await booking(suite);
      if (typeof done === "string") return untested(done);
      const { booked, before, after, startAt } = done;
      if (booked?.isTaken !== true || after === null) return untested("nothing was booked");
      const starts = (listOf(after) ?? []).map((slot) => valueAt(slot, suite.profile.data.answers.openSlot.startAt.at));
      return starts.includes(startAt)
        ? holds("the booked slot is still open", before, booked, after)
        : fails("the booked slot is gone", before, booked, after);
    },
  },
];
