import type { Json, JsonObject } from "#/json/json.ts";
import { objectAt, type Path, valueAt } from "#/json/path.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { hash32 } from "#/seed/random.ts";
import { extraEntries, minutesPer, nameFieldsOf, type Dialect, type WaitForm } from "./dialect.ts";
import type { Patient } from "./messages.ts";
import { pagingEntries } from "./paging.ts";
import { summaries, typeOfProblem } from "./problem.ts";
import type { ResponseEncoder } from "./spelling.ts";

function entry(path: Path | null, value: Json | undefined): readonly (readonly [Path, Json | undefined])[] {
  return path === null ? [] : [[path, value]];
}

function waitHeader({ wait }: Dialect["limits"], waitMs: number, now: number): Readonly<Record<string, string>> {
  if (wait === null) return { "Retry-After": String(Math.ceil(waitMs / 1000)) };
  return "header" in wait ? { [wait.header]: String(writtenWait(wait.as, waitMs, now)) } : {};
}

function writtenWait(as: WaitForm, waitMs: number, now: number): string | number {
  switch (as) {
    case "seconds":
      return Math.ceil(waitMs / 1000);
    case "milliseconds":
      return waitMs;
    case "instant":
      return new Date(now + waitMs).toISOString();
    case "unix-seconds":
      return Math.ceil((now + waitMs) / 1000);
  }
}

/** Encodes the bodies of the responses of a dialect. */
export function createResponseEncoder(dialect: Dialect): ResponseEncoder {
  const { envelope, slots, patients, appointments, indices, errors, limits, writes } = dialect;
  const extras = extraEntries(envelope.extras, "");
  const inEnvelope = (resource: Json): Json =>
    envelope.resource.length === 0 ? resource : objectAt([[envelope.resource, resource], ...extras]);
  const detailsOf = (code: keyof typeof errors.statuses) =>
    errors.details?.statuses?.includes(errors.statuses[code]) === false ? null : errors.details;
  const encodeDuration = (minutes: number): Json => {
    const value = slots.unit === "seconds" ? minutes * 60 : minutes / minutesPer[slots.unit];
    return slots.as === "number" ? value : String(value);
  };
  const encodeListedPatient = ({ id, firstName, lastName, dob, insurance }: Patient): JsonObject =>
    objectAt([
      [patients.id, id],
      [patients.firstName, firstName],
      [patients.lastName, lastName],
      [patients.dob, dob],
      patients.isInsuranceMixed === true && hash32(insurance) % 2 === 0
        ? [patients.insurance.slice(0, 1), insurance]
        : [patients.insurance, insurance],
    ]);
  const encodeListedIndex = ({ id, name, createdAt }: Parameters<ResponseEncoder["encodeIndex"]>[0]): JsonObject =>
    objectAt([
      [indices.id, id],
      [indices.name, name ?? undefined],
      [indices.createdAt, createdAt],
    ]);
  const idPath = (kind: RecordKind | "index") =>
    kind === "index" ? indices.id : (dialect.records[kind]?.id ?? ["id"]);
  return {
    encodeRecord: inEnvelope,
    encodeDeleted: (kind, id) =>
      inEnvelope(
        objectAt([
          [idPath(kind), id],
          [[writes.remove.deletedFlag], true],
        ]),
      ),
    encodePart(record) {
      const { practitioner } = dialect.records;
      const names = nameFieldsOf(practitioner).map(({ at }) => at);
      return objectAt([practitioner.id, ...names].map((path) => [path, valueAt(record, path)] as const));
    },
    encodeList(items, page) {
      if (envelope.list.length === 0) return [...items];
      return objectAt([[envelope.list, [...items]], ...pagingEntries(dialect.paging, page), ...extras]);
    },
    encodeSlot: ({ startAt, minutes }) =>
      objectAt([
        [slots.startAt, new Date(startAt).toISOString()],
        [slots.duration, encodeDuration(minutes)],
      ]),
    encodeListedPatient,
    encodePatient: (patient) => inEnvelope(encodeListedPatient(patient)),
    encodeAppointment: ({ id, schedule, patient, startAt, minutes, status }) =>
      inEnvelope(
        objectAt([
          [appointments.id, id],
          [appointments.schedule, schedule],
          [appointments.patient, patient],
          [appointments.startAt, new Date(startAt).toISOString()],
          [appointments.duration, encodeDuration(minutes)],
          [appointments.status, appointments.statusValues[status]],
        ]),
      ),
    encodeIndex: (index) => inEnvelope(encodeListedIndex(index)),
    encodeListedIndex,
    encodeProblem: ({ code, message, field, all, waitMs }, requestId, now) => ({
      status: errors.statuses[code],
      headers: {
        ...(code === "unauthorized" ? { "WWW-Authenticate": 'Basic realm="service"' } : {}),
        ...(waitMs === undefined ? {} : waitHeader(dialect.limits, waitMs, now)),
      },
      body: objectAt([
        ...entry(errors.type ?? null, typeOfProblem(code)),
        ...entry(errors.code, errors.codes[code]),
        ...entry(errors.title, summaries[code]),
        [errors.message, detailsOf(code) === null ? message : summaries[code]],
        ...entry(errors.field, field),
        ...entry(
          detailsOf(code)?.at ?? null,
          (all ?? [{ message, ...(field === undefined ? {} : { field }) }]).map((detail) =>
            objectAt([
              ...entry(detailsOf(code)?.field ?? null, detail.field),
              ...entry(detailsOf(code)?.words ?? null, detail.message),
              ...entry(detailsOf(code)?.code ?? null, errors.codes[code]),
            ]),
          ),
        ),
        [errors.requestId, requestId],
        ...(waitMs !== undefined && limits.wait !== null && "body" in limits.wait
          ? entry(limits.wait.body, writtenWait(limits.wait.as, waitMs, now))
          : []),
      ]),
    }),
  };
}
