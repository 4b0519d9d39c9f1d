import type { Appointment } from "#/spelling/messages.ts";
import { refusal } from "#/spelling/problem.ts";
import { ledgerDraft, type Handler } from "./handler.ts";
import { availableSlots, closedReason } from "./slots.ts";

export const createAppointment: Handler = (context, request) => {
  const { spelling, store, dials } = context;
  const { caller, index } = request;
  const parsed = spelling.parseAppointment(request.body);
  if (!parsed.ok) return parsed;
  const { schedule: reference, patient, startAt, startField, minutes } = parsed.value;
  const { id } = reference;
  const schedule = index.read("schedule", id);
  if (!schedule) return refusal("unknown_reference", `There is no schedule ${id} in this index.`, reference.field);
  if (!store.patient(patient.id, caller.fingerprint))
    return refusal("unknown_reference", "Patient not found.", patient.field);
  const closed = closedReason(context, index, schedule);
  if (closed !== null) return refusal("not_bookable", `This schedule takes no bookings: ${closed}.`, reference.field);
  if (store.isBooked(id, startAt)) return refusal("slot_taken", "This slot has been taken.", startField);
  const offered = availableSlots(context, index, { id, schedule, from: startAt, to: startAt + 1 });
  if (!offered.some((slot) => slot.minutes === minutes))
    return refusal("slot_not_offered", "The schedule offers no such slot.", startField);
  const isReal = caller.mode === "live" || dials.deviation === "test-mode-books";
  const appointment: Appointment = {
    id: context.newId("appointment"),
    schedule: id,
    patient: patient.id,
    startAt,
    minutes,
    status: isReal ? "booked" : "simulated",
  };
  store.commit([
    {
      entry: ledgerDraft(request, { kind: "appointment", record: appointment.id }),
      effects: [{ does: "book", appointment }],
    },
  ]);
  return { body: spelling.encodeAppointment(appointment) };
};
