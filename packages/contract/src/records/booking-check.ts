import { z } from "zod";
import { Bookable } from "./bookable.ts";
import { Change } from "#/changes/changes.ts";
import { OverrideMark } from "./comparison.ts";
import { ErrorCode, ServiceWords } from "#/errors.ts";
import { Day, IndexId, prefixedId, RecordId, RecordKey, Timestamp } from "#/ids.ts";
import { maxLength } from "#/limits.ts";
import { Plan } from "#/connections/plans.ts";
import { ReadingInfo } from "./practitioners.ts";
import { trimmedText } from "#/trimmed-text.ts";

/** The first and the last day on which a range may begin: all its days have four-digit years in every time zone. */
const earliestDay = "1900-01-01";
const latestDay = "9999-11-30";

export const BookingCheckQuery = z.strictObject({
  from: Day.refine(
    (day) => day >= earliestDay && day <= latestDay,
    `must be a day between ${earliestDay} and ${latestDay}`,
  )
    .optional()
    .describe("The first day, in the time zone of the schedule; today if omitted"),
  days: z.coerce.number().int().min(1).max(31).default(7).describe("How many days, the first one included"),
});
export type BookingCheckQuery = z.input<typeof BookingCheckQuery>;

/** A time that the service offers; `startAt` is exactly as the service wrote it. */
export const OpenSlot = z
  .strictObject({ startAt: z.string().min(1).max(64), durationMinutes: z.number().positive().max(10_080) })
  .meta({ id: "OpenSlot" });
export type OpenSlot = z.infer<typeof OpenSlot>;

/** The open slots of a schedule in one index, or why they could not be read. */
export const OpenSlots = z
  .discriminatedUnion("state", [
    z.strictObject({
      state: z.literal("read"),
      items: z.array(OpenSlot),
      outsideRange: z.int().describe("How many slots the service listed outside the range; they are left out"),
    }),
    z.strictObject({
      state: z.literal("not read"),
      code: ErrorCode.nullable().describe(
        "Null if the service was not asked: the profile cannot list them, or there is no schedule",
      ),
      detail: z.string(),
      words: ServiceWords.nullable(),
    }),
  ])
  .meta({ id: "OpenSlots" });
export type OpenSlots = z.infer<typeof OpenSlots>;

/**
 * Whether a plan is accepted: in base, in this index according to the service, and in this index according to the
 * console.
 */
export const Acceptance = z
  .strictObject({
    planId: RecordId,
    base: z.boolean().nullable(),
    index: z.boolean().nullable(),
    effective: z.boolean().nullable(),
    override: OverrideMark.nullable(),
  })
  .meta({ id: "Acceptance" });
export type Acceptance = z.infer<typeof Acceptance>;

/** The state of one side's list of accepted insurances; `not read` if the response is missing. */
export const AcceptanceList = z.enum(["listed", "empty", "absent", "not read"]);
export type AcceptanceList = z.infer<typeof AcceptanceList>;

export const BookingOperation = z.enum([
  "findPatients",
  "createPatient",
  "listOpenSlots",
  "readSchedule",
  "createAppointment",
]);
export type BookingOperation = z.infer<typeof BookingOperation>;

/**
 * One request of the booking procedure as curl, with placeholders for key, patient and time; null if the profile has no
 * such operation.
 */
export const BookingRequest = z
  .strictObject({
    operation: BookingOperation,
    curl: z.string().nullable(),
    durationMinutes: z
      .number()
      .nullable()
      .describe("One booking request for each duration offered, because the service uses its own unit"),
  })
  .meta({ id: "BookingRequest" });
export type BookingRequest = z.infer<typeof BookingRequest>;

/** Whether the schedule and its practitioner can be booked in one index; null where the service does not say. */
export const BookableSide = z
  .strictObject({ schedule: Bookable.nullable(), practitioner: Bookable.nullable() })
  .meta({ id: "BookableSide" });
export type BookableSide = z.infer<typeof BookableSide>;

/** What a booking depends on, in the standard index and in this index version. */
export const BookingCheck = z
  .strictObject({
    index: z.strictObject({ id: IndexId, name: z.string(), readOnly: z.boolean() }),
    mode: z.enum(["test", "live"]),
    schedule: z.strictObject({
      id: RecordId,
      name: z.string().nullable(),
      presence: z.enum(["both", "missing here", "missing in standard", "in neither", "not read"]),
      here: ReadingInfo,
      base: ReadingInfo,
    }),
    practitioner: z.strictObject({ id: RecordId, name: z.string().nullable() }).nullable(),
    bookable: z
      .strictObject({ here: BookableSide, base: BookableSide })
      .describe("Whether there can be bookings at all; a service may list open slots where not"),
    acceptance: z.strictObject({
      base: AcceptanceList,
      index: AcceptanceList,
      effective: AcceptanceList,
      heldBy: RecordKey.nullable().describe("The record that holds the list, usually the schedule itself"),
      plans: z.array(Acceptance),
    }),
    range: z.strictObject({
      from: Day,
      days: z.int(),
      start: Timestamp,
      end: Timestamp,
      timeZone: z.string(),
      asked: z.boolean().describe("Whether the service is asked for this range; if not, its whole list is filtered"),
      timeZoneKnown: z.boolean().describe("False if the schedule has no readable time zone; UTC is then used"),
    }),
    slots: z.strictObject({ base: OpenSlots, here: OpenSlots }),
    requests: z.array(BookingRequest),
    plans: z.array(Plan).describe("The plans of every plan id in this answer"),
    changes: z.array(Change).describe("The live changes behind the overrides"),
  })
  .meta({ id: "BookingCheck" });
export type BookingCheck = z.infer<typeof BookingCheck>;

const name = trimmedText().min(1, "must not be empty").max(maxLength.name);

export const FindPatientsInput = z.strictObject({ name, dateOfBirth: Day }).meta({ id: "FindPatientsInput" });
export type FindPatientsInput = z.infer<typeof FindPatientsInput>;

/** A patient as the service returns it: passed on, and never stored. */
export const Patient = z
  .strictObject({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    insuranceId: z.string().nullable(),
  })
  .meta({ id: "Patient" });
export type Patient = z.infer<typeof Patient>;

export const FoundPatients = z.strictObject({ items: z.array(Patient) }).meta({ id: "FoundPatients" });
export type FoundPatients = z.infer<typeof FoundPatients>;

const attemptId = prefixedId("try").describe(
  "Identifies one attempt: the same request is not sent a second time within 24 hours",
);

export const CreatePatientInput = z
  .strictObject({ attemptId, firstName: name, lastName: name, dateOfBirth: Day, insuranceId: RecordId })
  .meta({ id: "CreatePatientInput" });
export type CreatePatientInput = z.infer<typeof CreatePatientInput>;

const UnknownOutcome = z.strictObject({ outcome: z.literal("unknown"), why: z.string() });

export const CreatedPatient = z
  .discriminatedUnion("outcome", [z.strictObject({ outcome: z.literal("created"), patient: Patient }), UnknownOutcome])
  .meta({ id: "CreatedPatient" });
export type CreatedPatient = z.infer<typeof CreatedPatient>;

export const BookInput = z
  .strictObject({
    attemptId,
    indexId: IndexId,
    scheduleId: RecordId,
    patientId: RecordId,
    slot: OpenSlot,
  })
  .meta({ id: "BookInput" });
export type BookInput = z.infer<typeof BookInput>;

/** The outcome of a booking in test mode, where the service books no real appointment. */
export const Booking = z
  .discriminatedUnion("outcome", [
    z.strictObject({
      outcome: z.literal("simulated"),
      appointment: z.strictObject({ id: z.string(), status: z.string().nullable(), startAt: z.string().nullable() }),
    }),
    UnknownOutcome,
  ])
  .meta({ id: "Booking" });
export type Booking = z.infer<typeof Booking>;
