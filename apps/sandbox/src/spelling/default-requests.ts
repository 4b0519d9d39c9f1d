import { z } from "zod";
import type { Json } from "#/json.ts";
import { readBy, readOnce } from "#/spelling/body.ts";
import {
  refuse,
  type NewAppointment,
  type NewPatient,
  type PatientQuery,
  type Read,
  type SlotQuery,
} from "#/spelling/spelling.ts";

const longestRange = 62 * 24 * 60 * 60 * 1000;
const text = (most: number) =>
  z.string("A text is needed.").trim().min(1, "Must not be empty.").max(most, `At most ${most} characters.`);
const instant = z.iso.datetime({
  offset: true,
  error: "An ISO 8601 timestamp is needed, such as 2026-11-23T14:00:00.000Z.",
});
const calendarDate = z.iso.date("A date is needed, as YYYY-MM-DD.");

const noQuery = z.strictObject({});
const slotQuery = z.strictObject({ from: instant, to: instant });
const patientQuery = z.strictObject({ dob: calendarDate, name: text(200) });
const newPatient = z.strictObject({
  first_name: text(100),
  last_name: text(100),
  dob: calendarDate,
  insurance: z.strictObject({
    id: z.string("An id is needed.").regex(/^ins_[A-Za-z0-9]+$/, "An insurance id is needed."),
  }),
});
const newAppointment = z.strictObject({
  schedule_id: z.string("An id is needed.").regex(/^sch_[A-Za-z0-9]+$/, "A schedule id is needed."),
  patient_id: z.string("An id is needed.").regex(/^pt_[A-Za-z0-9]+$/, "A patient id is needed."),
  start_at: instant,
  duration: z.int("A whole number of minutes is needed.").positive("Must be above zero."),
});
const newIndex = z.strictObject({ name: text(200) });

export function readNoQuery(query: URLSearchParams): Read<null> {
  const read = readQuery(noQuery, query);
  return read.ok ? { ok: true, value: null } : read;
}

export function readSlotQuery(query: URLSearchParams): Read<SlotQuery> {
  const read = readQuery(slotQuery, query);
  if (!read.ok) return read;
  const from = Date.parse(read.value.from);
  const to = Date.parse(read.value.to);
  if (to <= from) return refuse("bad_request", "Must be later than from.", "to");
  if (to - from > longestRange) return refuse("bad_request", "At most 62 days after from.", "to");
  return { ok: true, value: { from, to } };
}

export function readPatientQuery(query: URLSearchParams): Read<PatientQuery> {
  return readQuery(patientQuery, query);
}

export function readPatient(body: Json): Read<NewPatient> {
  const read = readBy(newPatient, body);
  if (!read.ok) return read;
  const { first_name, last_name, dob, insurance } = read.value;
  return {
    ok: true,
    value: {
      firstName: first_name,
      lastName: last_name,
      dob,
      insurance: { kind: "plan", id: insurance.id, field: "insurance.id" },
    },
  };
}

export function readAppointment(body: Json): Read<NewAppointment> {
  const read = readBy(newAppointment, body);
  if (!read.ok) return read;
  const { schedule_id, patient_id, start_at, duration } = read.value;
  return {
    ok: true,
    value: {
      schedule: { kind: "schedule", id: schedule_id, field: "schedule_id" },
      patient: { id: patient_id, field: "patient_id" },
      startAt: Date.parse(start_at),
      startField: "start_at",
      minutes: duration,
    },
  };
}

export function readIndex(body: Json): Read<{ name: string }> {
  return readBy(newIndex, body);
}

function readQuery<S extends z.ZodType>(schema: S, query: URLSearchParams): Read<z.output<S>> {
  const once = readOnce(query);
  if (!once.ok) return once;
  const read = readBy(schema, once.value);
  if (read.ok || read.problem.field === undefined || once.value[read.problem.field] !== undefined) return read;
  return refuse("bad_request", `Missing: ${read.problem.field}.`, read.problem.field);
}
