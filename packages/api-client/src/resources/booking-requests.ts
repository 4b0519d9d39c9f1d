import { recordOperation } from "#/profile/operation-names.ts";
import type { TemplateValues } from "#/profile/template.ts";
import { bodyText } from "#/transport/build-request.ts";
import { toCurl } from "#/transport/curl.ts";
import type { Exchange } from "#/transport/exchange.ts";
import { toServiceDuration } from "./schedules.ts";

/** The schedule that a booking is about, and how long it is; without that the duration is a placeholder too. */
export interface BookingOf {
  readonly scheduleId: string;
  readonly index: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly durationMinutes: number | null;
}

/** The requests of the booking procedure as curl; null where the profile has no such operation. */
export interface BookingRequests {
  readonly findPatients: string | null;
  readonly createPatient: string | null;
  readonly listOpenSlots: string | null;
  readonly readSchedule: string | null;
  readonly createAppointment: string | null;
}

/** Spells the procedure's requests with placeholders for the key, the patient and the time; nothing is sent. */
export function describeBooking(exchange: Exchange, baseUrl: string, booking: BookingOf): BookingRequests {
  const { scheduleId, index, from, to, timeZone, durationMinutes } = booking;
  const spelled = (name: string, values: TemplateValues): string | null => {
    if (exchange.operation(name) === null) return null;
    const request = exchange.describe(name, values, index);
    return toCurl(exchange.profile, baseUrl, { ...request, body: bodyText(request.body) });
  };
  return {
    findPatients: spelled("findPatients", { dateOfBirth: "YYYY-MM-DD", name: "PATIENT_NAME" }),
    createPatient: spelled("createPatient", {
      firstName: "FIRST_NAME",
      lastName: "LAST_NAME",
      dateOfBirth: "YYYY-MM-DD",
      insuranceId: "INSURANCE_ID",
    }),
    listOpenSlots: spelled("listOpenSlots", { scheduleId, from, to, timeZone }),
    readSchedule: spelled(recordOperation("read", "schedule"), { id: scheduleId }),
    createAppointment: spelled("createAppointment", {
      scheduleId,
      patientId: "PATIENT_ID",
      startAt: "START_AT",
      duration: durationMinutes === null ? "DURATION" : toServiceDuration(exchange, durationMinutes),
    }),
  };
}
