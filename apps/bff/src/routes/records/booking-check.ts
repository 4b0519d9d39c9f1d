import {
  Booking,
  BookingCheck,
  BookingCheckQuery,
  BookInput,
  CreatedPatient,
  CreatePatientInput,
  FindPatientsInput,
  FoundPatients,
} from "@dc/contract";
import { bookAppointment } from "#/operations/booking-check/book.ts";
import { createPatient } from "#/operations/booking-check/create-patient.ts";
import { findPatients } from "#/operations/booking-check/find-patients.ts";
import { viewBookingCheck } from "#/operations/booking-check/view.ts";
import { operation, routesOf, serviceProblems } from "#/routes/operation.ts";

const failures = ["wrong_state", ...serviceProblems] as const;

export function bookingCheckRoutes() {
  return routesOf(
    "Booking check",
    operation("read", "getBookingCheck", "GET /index-versions/{indexId}/booking-check/{scheduleId}", {
      summary: "Get what a booking depends on, in the standard index and in this index version",
      query: BookingCheckQuery,
      answer: [200, "Accepted insurances, open slots and the requests of the procedure", BookingCheck],
      problems: ["not_found"],
      call: ({ context, params, query }) => viewBookingCheck(context, { ...params, query }),
    }),
    operation("book", "findPatients", "POST /booking-check/patients/find", {
      summary: "Find patients by name and date of birth, in test mode; nothing is stored",
      body: FindPatientsInput,
      answer: [200, "The patients", FoundPatients],
      problems: failures,
      isToldOnce: true,
      call: ({ context, body }) => findPatients(context, body),
    }),
    operation("book", "createPatient", "POST /booking-check/patients", {
      summary: "Create a patient, in test mode; nothing is stored",
      body: CreatePatientInput,
      answer: [201, "Created", CreatedPatient],
      unless: [202, "Sent once; the outcome is not known", ({ outcome }) => outcome !== "created"],
      problems: [...failures, "outcome_unknown"],
      isToldOnce: true,
      call: ({ context, body }) => createPatient(context, body),
    }),
    operation("book", "bookAppointment", "POST /booking-check/bookings", {
      summary: "Book a slot, in test mode, where the service simulates it",
      body: BookInput,
      answer: [201, "Booked, as a simulation", Booking],
      unless: [202, "Sent once; the outcome is not known", ({ outcome }) => outcome !== "simulated"],
      problems: [...failures, "outcome_unknown", "not_found"],
      isToldOnce: true,
      call: ({ context, body }) => bookAppointment(context, body),
    }),
  );
}
