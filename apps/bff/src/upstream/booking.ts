import {
  ApiResponseError,
  type CreatePatient,
  type FindPatients,
  type Patient,
  placeholdersOf,
  type SendOutcome,
} from "@dc/api-client";
import { OperationError } from "#/runtime/errors.ts";
import { lostReplyText, notSentText } from "@dc/directory";
import type { Service } from "./service.ts";
import { notSentCodes, type ServiceFailure, toServiceFailure } from "./service-failure.ts";

export { isTimeZone } from "@dc/api-client";

export interface OpenSlot {
  startAt: string;
  durationMinutes: number;
}

/** The open slots of a schedule, or why they could not be read. */
export type OpenSlotsRead =
  | { state: "read"; items: OpenSlot[]; outsideRange: number }
  | ({ state: "not read" } & Pick<ServiceFailure, "code" | "detail" | "words">);

export interface SlotRange {
  scheduleId: string;
  index: string;
  from: string;
  to: string;
  timeZone: string;
}

/** Whether the profile's list of open slots accepts both ends of a range. */
export function asksForRange({ profile }: Service): boolean {
  const operation = profile.data.operations["listOpenSlots"];
  if (operation === undefined) return false;
  const used = placeholdersOf([operation.path, operation.query, operation.body ?? null]);
  return used.includes("from") && used.includes("to");
}

/**
 * The open slots of a schedule in one index within the range, even if the service lists more, or why they cannot be
 * shown.
 */
export async function fetchOpenSlots({ client }: Service, { scheduleId, ...range }: SlotRange): Promise<OpenSlotsRead> {
  try {
    const items = await client.schedules.openSlots(scheduleId, { ...range, cause: "booking check" });
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
    const inRange = items.filter(({ startAt }) => Date.parse(startAt) >= from && Date.parse(startAt) < to);
    return {
      state: "read",
      items: inRange.map(({ startAt, durationMinutes }) => ({ startAt, durationMinutes })),
      outsideRange: items.length - inRange.length,
    };
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    return { state: "not read", code: failure.code, detail: failure.detail, words: failure.words };
  }
}

/** Finds patients by name and date of birth. A failure omits the service's text, which may name the patient. */
export async function findPatients({ client }: Service, query: FindPatients): Promise<readonly Patient[]> {
  try {
    return await client.patients.find(query, { cause: "booking check" });
  } catch (error) {
    const failure = toServiceFailure(error);
    throw failure === undefined ? error : withoutWords(failure);
  }
}

/** The outcome of a request that was sent once; refusals and unsent requests are thrown instead. */
export type Sent<T> = { outcome: "done"; value: T } | { outcome: "unknown"; why: string };

export async function createPatient({ client }: Service, patient: CreatePatient): Promise<Sent<Patient>> {
  return await toSent(
    client.patients.create(patient, { cause: "booking check" }),
    "It is not known whether the patient was created.",
  );
}

export interface BookSlot {
  indexId: string;
  scheduleId: string;
  patientId: string;
  slot: OpenSlot;
}

export async function bookSlot(
  { client, profile }: Service,
  { indexId, scheduleId, patientId, slot }: BookSlot,
): Promise<Sent<{ id: string; status: string | null; startAt: string | null }>> {
  const sending = client.appointments.create(
    { scheduleId, patientId, ...slot },
    // Without the header the standard index is used; the service could refuse a request that names it.
    { ...(indexId === profile.standardIndex ? {} : { index: indexId }), cause: "booking check" },
  );
  return await toSent(sending, "It is not known whether the slot was booked.");
}

async function toSent<T>(sending: Promise<SendOutcome<T>>, open: string): Promise<Sent<T>> {
  const sent = await sending.catch((error: unknown) => {
    const failure = toServiceFailure(error);
    throw failure === undefined ? error : withoutWords(failure);
  });
  switch (sent.outcome) {
    case "done":
      return { outcome: "done", value: sent.value };
    case "unknown":
      return { outcome: "unknown", why: `${lostReplyText(sent.why)} ${open}` };
    case "refused":
      throw withoutWords(toServiceFailure(new ApiResponseError(sent)));
    case "not-sent":
      throw new OperationError(notSentCodes[sent.why], notSentText(sent.why));
  }
}

/**
 * The failure with its status and request id, and with what the profile itself says of its codes; nothing of the
 * service's own text, and no cause that could be logged.
 */
function withoutWords(failure: ServiceFailure): OperationError {
  const { status = null, requestId = null } = failure.words ?? {};
  const code = failure.known.find((known) => known.code !== null)?.code ?? null;
  const texts = failure.known.flatMap(({ words }) => words ?? []);
  const message = texts.length === 0 ? null : texts.join(" ");
  const why = message ?? (code === null ? null : `Its code: ${code}.`);
  return new OperationError(failure.code, why === null ? failure.detail : `${failure.detail} ${why}`, {
    service: failure.words && { status, code, message, requestId },
  });
}
