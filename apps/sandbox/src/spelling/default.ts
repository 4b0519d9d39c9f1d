import { base36, base62 } from "#/identifier.ts";
import type { JsonObject } from "#/json.ts";
import { defaultPractitioner, defaultSchedule } from "#/spelling/default-records.ts";
import {
  readAppointment,
  readIndex,
  readNoQuery,
  readPatient,
  readPatientQuery,
  readSlotQuery,
} from "#/spelling/default-requests.ts";
import type { ProblemCode, RouteSpelling, Spelling } from "#/spelling/spelling.ts";

const routes: readonly RouteSpelling[] = [
  {
    operation: { name: "record.read", kind: "practitioner" },
    method: "GET",
    path: "/practitioners/{id}",
    status: 200,
    index: "taken",
  },
  {
    operation: { name: "record.read", kind: "schedule" },
    method: "GET",
    path: "/schedules/{id}",
    status: 200,
    index: "taken",
  },
  {
    operation: { name: "slots.list" },
    method: "GET",
    path: "/schedules/{id}/availability",
    status: 200,
    index: "taken",
  },
  { operation: { name: "patient.find" }, method: "GET", path: "/patients", status: 200, index: "refused" },
  { operation: { name: "patient.create" }, method: "POST", path: "/patients", status: 201, index: "refused" },
  { operation: { name: "appointment.create" }, method: "POST", path: "/appointments", status: 201, index: "taken" },
  { operation: { name: "index.create" }, method: "POST", path: "/index_version", status: 201, index: "refused" },
  {
    operation: { name: "index.delete" },
    method: "POST",
    path: "/index_version/{id}/delete",
    status: 200,
    index: "refused",
    dialled: true,
  },
  {
    operation: { name: "record.create", kind: "practitioner" },
    method: "POST",
    path: "/practitioners",
    status: 201,
    index: "written",
    dialled: true,
  },
  {
    operation: { name: "record.update", kind: "practitioner" },
    method: "POST",
    path: "/practitioners/{id}",
    status: 200,
    index: "written",
    dialled: true,
  },
  {
    operation: { name: "record.delete", kind: "practitioner" },
    method: "POST",
    path: "/practitioners/{id}/delete",
    status: 200,
    index: "written",
    dialled: true,
  },
  {
    operation: { name: "record.create", kind: "schedule" },
    method: "POST",
    path: "/schedules",
    status: 201,
    index: "written",
    dialled: true,
  },
  {
    operation: { name: "record.update", kind: "schedule" },
    method: "POST",
    path: "/schedules/{id}",
    status: 200,
    index: "written",
    dialled: true,
  },
  {
    operation: { name: "record.delete", kind: "schedule" },
    method: "POST",
    path: "/schedules/{id}/delete",
    status: 200,
    index: "written",
    dialled: true,
  },
];

const statuses: Readonly<Record<ProblemCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  standard_index_read_only: 403,
  test_index_permanent: 403,
  not_found: 404,
  index_not_found: 404,
  slot_taken: 409,
  slot_not_offered: 409,
  unknown_reference: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** The service as its interface spells it, with one assumed choice for each of its gaps. */
export const defaultSpelling: Spelling = {
  name: "default",
  headers: { apiVersion: "Service-API-Version", index: "Service-Index-Version", requestId: "Service-Request-Id" },
  apiVersions: ["2026-09-01"],
  ids: {
    practitioner: { prefix: "", alphabet: base36, length: 10 },
    schedule: { prefix: "sch_", alphabet: base62, length: 8 },
    place: { prefix: "loc_", alphabet: base62, length: 8 },
    plan: { prefix: "ins_", alphabet: base62, length: 6 },
    index: { prefix: "idx_", alphabet: base62, length: 12 },
    patient: { prefix: "pt_", alphabet: base62, length: 12 },
    appointment: { prefix: "apt_", alphabet: base62, length: 12 },
  },
  standardIndex: "idx_standard",
  testIndex: "idx_test_mode_custom",
  routes,
  records: { practitioner: defaultPractitioner, schedule: defaultSchedule },

  keyOf(authorization) {
    const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
    if (encoded === undefined) return undefined;
    return /^([^:]+):$/.exec(Buffer.from(encoded, "base64").toString("latin1"))?.[1];
  },

  readNoQuery,
  readSlotQuery,
  readPatientQuery,
  readPatient,
  readAppointment,
  readIndex,

  spellRecord: (_kind, record) => record,
  spellDeleted: (_kind, id) => ({ id, deleted: true }),
  spellSlots: (slots) =>
    slots.map(({ startAt, minutes }) => ({ start_at: new Date(startAt).toISOString(), duration: minutes })),
  spellPatients: (patients) => patients.map((patient) => defaultSpelling.spellPatient(patient)),
  spellPatient: ({ id, firstName, lastName, dob, insurance }) => ({
    id,
    first_name: firstName,
    last_name: lastName,
    dob,
    insurance: { id: insurance },
  }),
  spellAppointment: ({ id, schedule, patient, startAt, minutes, status }) => ({
    id,
    schedule_id: schedule,
    patient_id: patient,
    start_at: new Date(startAt).toISOString(),
    duration: minutes,
    status,
  }),
  spellIndex: ({ id, name, createdAt }) => ({ id, name, created_at: createdAt }),
  spellProblem({ code, message, field }, requestId) {
    const error: JsonObject = field === undefined ? { code, message } : { code, message, field };
    return {
      status: statuses[code],
      ...(code === "unauthorized" ? { headers: { "WWW-Authenticate": 'Basic realm="service"' } } : {}),
      body: { error, request_id: requestId },
    };
  },

  timeZoneOf(schedule) {
    const zone = schedule["time_zone"];
    return typeof zone === "string" ? zone : "UTC";
  },
};
