import { isJsonObject, valueAt, type Json, type JsonObject } from "@dc/api-client";
import { expect, it } from "vitest";
import { draftFromOpenApi } from "./draft-from-openapi.ts";
import { createDraft, type ToldPaths } from "./draft-lines.ts";
import { everyLine, type DraftReport } from "./draft-report.ts";
import { cabinet, clinic, practice } from "./openapi-documents.fixture.ts";
import { readOpenApi } from "./read-openapi.ts";
import { DescriptionError } from "./read-recordings.ts";

function drafted(document: Json, told: ToldPaths = {}): DraftReport {
  return draftFromOpenApi(readOpenApi("service.json", document), "a service", told);
}

/** The lines that nothing is asked about, as a profile. */
function certainIn(report: DraftReport): JsonObject {
  const certain = createDraft();
  for (const { pointer, value, question } of everyLine(report)) if (question === null) certain.set(pointer, value, "");
  return certain.profile;
}

function openPlaces(report: DraftReport): readonly string[] {
  return everyLine(report).flatMap(({ pointer, question }) => (question === null ? [] : [pointer]));
}

/** The entries that a draft marks as documented. */
function documentedIn(value: Json, pointer = ""): readonly string[] {
  if (!isJsonObject(value)) return [];
  const ownPointer = value["status"] === "documented" ? [pointer] : [];
  return [...ownPointer, ...Object.entries(value).flatMap(([key, inner]) => documentedIn(inner, `${pointer}/${key}`))];
}

const alwaysOpen = ["/apiVersion", "/headers/apiVersion/name", "/indexes/prefix", "/indexes/standard"];
const unitsAndErrors = ["/units/slotDuration", "/errors/reasons"];

it("takes from a document what its shapes tell, and asks about everything else", () => {
  const report = drafted(clinic);
  expect(report.problems).toEqual([]);
  expect(certainIn(report)).toEqual({
    name: "a service",
    credential: { composition: "ready-made", prefix: "Bearer " },
    records: {
      practitioner: { collection: "clinicians", id: "/clinicianId" },
      schedule: {
        collection: "calendars",
        id: "/calendarId",
        meanings: { practitioner: { kind: "reference", to: "practitioner", at: "/clinicianId" } },
      },
    },
    operations: {
      readPractitioner: { method: "GET", path: "/v2/clinicians/{id}", success: [200], resource: "/data" },
      readSchedule: { method: "GET", path: "/v2/calendars/{id}", success: [200], resource: "/data" },
      listOpenSlots: {
        method: "GET",
        path: "/v2/calendars/{scheduleId}/openings",
        success: [200],
        resource: "/data/items",
      },
      findPatients: {
        method: "GET",
        path: "/v2/people",
        query: { bornOn: "{dateOfBirth}" },
        success: [200],
        resource: "/data",
        takesIndex: false,
        private: true,
      },
      createAppointment: {
        method: "POST",
        path: "/v2/bookings",
        body: { calendarId: "{scheduleId}", personId: "{patientId}", opensAt: "{startAt}", lasts: "{duration}" },
        success: [202],
        resource: "/data",
        private: true,
      },
    },
    answers: {
      openSlot: { startAt: { at: "/opensAt" }, duration: { at: "/lasts" } },
      patient: { dateOfBirth: { at: "/born" } },
      appointment: { startAt: { at: "/opensAt" } },
    },
  });
  expect(openPlaces(report).toSorted()).toEqual(
    [
      ...alwaysOpen,
      ...unitsAndErrors,
      "/headers/index/name",
      "/operations/listOpenSlots/query/earliest",
      "/operations/listOpenSlots/query/latest",
      "/operations/findPatients/query/calledLike",
      "/answers/patient/id/at",
      "/answers/appointment/id/at",
      "/answers/indexVersion/id/at",
    ].toSorted(),
  );
  expect(report.questions).toEqual([
    "/records/practitioner/meanings: what do /fullName, /goesBy, /lines hold?",
    "/records/schedule/meanings: what do /heading, /payers, /zone hold?",
    "/operations/createPatient: does POST /v2/people make a patient, with /born as {dateOfBirth}? Which hold {firstName}, {lastName} and {insuranceId}: /given, /family?",
    "/operations/createIndexVersion: which request makes an index version?",
    "/operations: what else of these does the console need? POST /v2/catalogues",
  ]);
  expect(documentedIn(report.profile).toSorted()).toEqual([
    "/answers/appointment/startAt",
    "/answers/openSlot/duration",
    "/answers/openSlot/startAt",
    "/answers/patient/dateOfBirth",
    "/credential",
    "/operations/createAppointment",
    "/operations/readPractitioner",
    "/operations/readSchedule",
    "/records/practitioner",
    "/records/schedule",
    "/records/schedule/meanings/practitioner",
  ]);
  expect(valueAt(report.profile, "/headers/index/note")).toContain("Question: Does Clinic-Catalogue select");
});

it("does not choose between two records that a schedule holds", () => {
  const report = drafted(practice);
  expect(report.problems.map(({ pointer }) => pointer)).toContain("/records/practitioner");
  expect(report.questions[0]).toBe(
    "/records/practitioner: at which path is a practitioner read? Give it with --practitioner. Records are read at: /aerzte/{nummer}, /standorte/{nummer}, /sprechstunden/{nummer}",
  );
  const told = drafted(practice, { practitioner: "/aerzte/{nummer}" });
  expect(told.problems).toEqual([]);
  expect(valueAt(told.profile, "/records/schedule/meanings/practitioner")).toMatchObject({
    at: "/arzt",
    shape: { form: "object", id: "/nummer" },
    status: "documented",
  });
  expect(valueAt(told.profile, "/operations/listOpenSlots")).toMatchObject({
    path: "/sprechstunden/{scheduleId}/luecken",
    status: "assumed",
    note: expect.stringContaining("Question: How is the range asked for? The parameters are: tag."),
  });
  expect(openPlaces(told).toSorted()).toEqual(
    [
      ...alwaysOpen,
      ...unitsAndErrors,
      "/headers/index/name",
      "/operations/listOpenSlots/method",
      "/operations/listOpenSlots/path",
      "/answers/openSlot/startAt/at",
      "/answers/patient/id/at",
      "/answers/appointment/id/at",
      "/answers/indexVersion/id/at",
    ].toSorted(),
  );
  expect(told.questions.at(-1)).toBe(
    "/operations: what else of these does the console need? GET /standorte/{nummer}, PUT /sprechstunden/{nummer}, GET /versicherte",
  );
});

it("knows neither record where no slots belong to one, and reads both where they are told", () => {
  const asked = drafted(cabinet).questions.filter((question) => question.startsWith("/records/"));
  expect(asked.map((question) => question.split(":")[0])).toEqual(["/records/practitioner", "/records/schedule"]);
  const report = drafted(cabinet, { practitioner: "/v3/praticiens/{code}", schedule: "/v3/agendas/{code}" });
  expect(report.problems).toEqual([]);
  expect(documentedIn(report.profile)).toEqual([
    "/operations/readPractitioner",
    "/operations/readSchedule",
    "/records/practitioner",
    "/records/schedule",
  ]);
  expect(valueAt(report.profile, "/operations/readSchedule/resource")).toBe("/reponse/corps");
  expect(valueAt(report.profile, "/records/schedule/meanings/practitioner/note")).toContain("Question: Where does");
  expect(report.questions).toContain("/records/schedule/meanings: what do /titulaire, /conventions hold?");
  expect(() => drafted(cabinet, { schedule: "/v3/agenda/{code}" })).toThrow(
    "No record is read at /v3/agenda/{code}; the document has: /v3/praticiens/{code}, /v3/agendas/{code}.",
  );
});

it("reads a type whose members are of its own type, and tells a reference that is none", () => {
  const person = {
    type: "object",
    properties: { id: { type: "string" }, chief: { $ref: "#/components/schemas/Person" } },
  };
  const documentWith = (reference: string) => ({
    openapi: "3.1.0",
    paths: {
      "/people/{id}": {
        get: { responses: { "200": { content: { "application/json": { schema: { $ref: reference } } } } } },
      },
    },
    components: { schemas: { Person: person } },
  });
  const report = drafted(documentWith("#/components/schemas/Person"), { practitioner: "/people/{id}" });
  expect(report.questions).toContain("/records/practitioner/meanings: what do /chief hold?");
  expect(() => drafted(documentWith("#/components/schemas/50%"))).toThrow(DescriptionError);
  expect(() => drafted({ openapi: "2.0" })).toThrow('its version of OpenAPI is "2.0"');
});
