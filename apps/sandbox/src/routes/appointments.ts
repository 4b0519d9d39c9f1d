import { draftEntry, fail, type Handler } from "./handler.ts";
import { slotsOf } from "./slots.ts";
import type { Appointment } from "#/spelling/spelling.ts";

export const createAppointment: Handler = (house, visit) => {
  const read = house.spelling.readAppointment(visit.body);
  if (!read.ok) return read;
  const {
    schedule: { id, field },
    patient,
    startAt,
    startField,
    minutes,
  } = read.value;
  const schedule = visit.index.read("schedule", id);
  if (!schedule) return fail("unknown_reference", `There is no schedule ${id} in this index.`, field);
  if (!house.store.patient(patient.id, visit.caller.fingerprint))
    return fail("unknown_reference", "There is no such patient.", patient.field);
  if (house.store.isBooked(id, startAt)) return fail("slot_taken", "This slot has been taken.", startField);
  const offered = slotsOf(house, visit.index, { id, schedule, from: startAt, to: startAt + 1 });
  if (!offered.some((slot) => slot.minutes === minutes))
    return fail("slot_not_offered", "The schedule offers no such slot.", startField);
  const status = visit.caller.mode === "live" || house.dials.deviation === "test-books" ? "booked" : "simulated";
  const appointment: Appointment = {
    id: house.newId("appointment"),
    schedule: id,
    patient: patient.id,
    startAt,
    minutes,
    status,
  };
  house.store.commit([
    {
      entry: draftEntry(visit, { kind: "appointment", record: appointment.id }),
      effects: [{ does: "book", appointment }],
    },
  ]);
  return { body: house.spelling.spellAppointment(appointment) };
};
