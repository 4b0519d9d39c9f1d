import {
  Booking,
  BookingCheck,
  BookingCheckQuery,
  BookInput,
  CreatedPatient,
  CreatePatientInput,
  FindPatientsInput,
  FoundPatients,
  IndexId,
  RecordId,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { bookAppointment } from "#/operations/booking-check/book.ts";
import { createPatient } from "#/operations/booking-check/create-patient.ts";
import { findPatients } from "#/operations/booking-check/find-patients.ts";
import { viewBookingCheck } from "#/operations/booking-check/view.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const tags = ["Booking check"];
const failures = [
  "wrong_state",
  "service_refused",
  "service_unreachable",
  "service_timeout",
  "service_paused",
  "service_answer_invalid",
] as const;

const check = apiRoute("read", {
  operationId: "getBookingCheck",
  method: "get",
  path: "/index-versions/{indexId}/booking-check/{scheduleId}",
  tags,
  summary: "Get what a booking depends on, in the standard index and in this index version",
  request: { params: z.object({ indexId: IndexId, scheduleId: RecordId }), query: BookingCheckQuery },
  responses: {
    200: jsonAnswer("Accepted insurances, open slots and the requests of the procedure", BookingCheck),
    ...problems("not_found"),
  },
});

const find = apiRoute("book", {
  operationId: "findPatients",
  method: "post",
  path: "/booking-check/patients/find",
  tags,
  summary: "Find patients by name and date of birth, in test mode; nothing is stored",
  request: { body: jsonInput(FindPatientsInput) },
  responses: { 200: jsonAnswer("The patients", FoundPatients), ...problems(...failures) },
});

const create = apiRoute("book", {
  operationId: "createPatient",
  method: "post",
  path: "/booking-check/patients",
  tags,
  summary: "Create a patient, in test mode; nothing is stored",
  request: { body: jsonInput(CreatePatientInput) },
  responses: {
    201: jsonAnswer("Created", CreatedPatient),
    202: jsonAnswer("Sent once; the outcome is not known", CreatedPatient),
    ...problems(...failures, "outcome_unknown"),
  },
});

const book = apiRoute("book", {
  operationId: "bookAppointment",
  method: "post",
  path: "/booking-check/bookings",
  tags,
  summary: "Book a slot, in test mode, where the service simulates it",
  request: { body: jsonInput(BookInput) },
  responses: {
    201: jsonAnswer("Booked, as a simulation", Booking),
    202: jsonAnswer("Sent once; the outcome is not known", Booking),
    ...problems(...failures, "outcome_unknown", "not_found"),
  },
});

export function bookingCheckRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(check, async (c) =>
      c.json(await viewBookingCheck(c.get("context"), { ...c.req.valid("param"), query: c.req.valid("query") }), 200),
    )
    .openapi(find, async (c) => c.json(await findPatients(c.get("context"), c.req.valid("json")), 200))
    .openapi(create, async (c) => {
      const created = await createPatient(c.get("context"), c.req.valid("json"));
      return created.outcome === "created" ? c.json(created, 201) : c.json(created, 202);
    })
    .openapi(book, async (c) => {
      const booking = await bookAppointment(c.get("context"), c.req.valid("json"));
      return booking.outcome === "simulated" ? c.json(booking, 201) : c.json(booking, 202);
    });
}
