import type { CallOptions, Exchange } from "#/transport/exchange.ts";
import type { SendOutcome } from "#/writes/outcome.ts";
import { sendOnce } from "#/writes/send-once.ts";
import { optionalText, requiredText } from "./parts.ts";
import { toServiceDuration, type OpenSlot } from "./schedules.ts";

/** A booked appointment, as far as the service tells. */
export interface Appointment {
  readonly id: string;
  readonly status: string | null;
  readonly startAt: string | null;
}

/** An open slot of a schedule, booked for a patient. */
export interface CreateAppointment extends OpenSlot {
  readonly scheduleId: string;
  readonly patientId: string;
}

/** Appointments of the service. */
export interface Appointments {
  create(
    appointment: CreateAppointment,
    options?: CallOptions & { readonly index?: string },
  ): Promise<SendOutcome<Appointment>>;
}

/** Books appointments; never twice, whatever becomes of the reply. */
export function createAppointments(exchange: Exchange): Appointments {
  const parts = exchange.profile.data.answers.appointment;
  return {
    create({ scheduleId, patientId, startAt, durationMinutes }, options = {}) {
      const values = { scheduleId, patientId, startAt, duration: toServiceDuration(exchange, durationMinutes) };
      return sendOnce(exchange, "createAppointment", values, options.index ?? null, options, (raw) => ({
        id: requiredText(raw, parts.id),
        status: optionalText(raw, parts.status),
        startAt: optionalText(raw, parts.startAt),
      }));
    },
  };
}
