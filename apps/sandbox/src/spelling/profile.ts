import type { Json, JsonObject } from "#/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { collectionPath, kindsOf, type Dialect, type Path, type Write } from "#/spelling/dialect.ts";
import { objectAt, pointerOf } from "#/spelling/path.ts";
import { meaningsOf } from "#/spelling/profile-meanings.ts";
import { schedulesOfPath } from "#/spelling/routes.ts";
import { problemCodes, type ProblemCode } from "#/spelling/spelling.ts";

/** The interface speaks of it, whatever it is called here. */
const documented = { status: "documented" };

/** The record types of a profile, by the kinds of the seed. */
const typeNames = { practitioner: "practitioner", schedule: "schedule", place: "place", plan: "insurance" } as const;

/** What a client needs to know to speak a dialect: its service profile, with the write operations or, as documented, without. */
export function profileOf(dialect: Dialect, { writes }: { writes: boolean }): JsonObject {
  const { headers, ids, slots, patients, appointments, indices, errors } = dialect;
  const kinds = kindsOf(dialect);
  return {
    name: writes ? `${dialect.name} with writes` : dialect.name,
    apiVersion: dialect.apiVersion,
    headers: {
      apiVersion: { name: headers.apiVersion, ...documented },
      index: { name: headers.index, ...documented },
      requestId: { name: headers.requestId },
    },
    credential: { ...dialect.credential },
    indexes: { prefix: ids.index.prefix, standard: dialect.standardIndex, test: dialect.testIndex, ...documented },
    records: Object.fromEntries(kinds.map((kind) => [typeNames[kind], recordType(dialect, kind)])),
    answers: {
      openSlot: { startAt: part(slots.startAt), duration: part(slots.duration) },
      patient: {
        id: part(patients.id),
        firstName: part(patients.firstName),
        lastName: part(patients.lastName),
        dateOfBirth: part(patients.dob),
        insurance: referencePart(patients.insurance),
      },
      appointment: {
        id: part(appointments.id),
        status: part(appointments.status),
        startAt: part(appointments.startAt),
      },
      indexVersion: { id: part(indices.id), name: part(indices.name) },
    },
    operations: {
      ...documentedOperations(dialect),
      ...listOperations(dialect),
      ...(writes ? writeOperations(dialect) : {}),
    },
    errors: {
      code: pointerOf(errors.code),
      words: pointerOf(errors.words),
      field: pointerOf(errors.field),
      requestId: pointerOf(errors.requestId),
      template: objectAt([
        [errors.code, "{code}"],
        [errors.words, "{words}"],
        [errors.field, "{field}"],
        [errors.requestId, "{requestId}"],
      ]),
      reasons: problemCodes.flatMap((code) => {
        const reason = reasons[code];
        return reason === null ? [] : [{ status: errors.statuses[code], code: errors.codes[code], reason }];
      }),
    },
    retryable: [429, 500, 502, 503, 504],
    units: { slotDuration: slots.unit },
    defaultRegion: "US",
  };
}

const reasons: Readonly<Record<ProblemCode, string | null>> = {
  bad_request: "invalid",
  unauthorized: "unauthorised",
  standard_index_read_only: "standard-read-only",
  test_index_permanent: "forbidden",
  not_found: "missing",
  index_not_found: "unknown-index",
  index_of_another: "unknown-index",
  slot_taken: "conflict",
  slot_not_offered: "conflict",
  unknown_reference: "invalid",
  rate_limited: "rate-limited",
  internal: null,
  unavailable: null,
};

function recordType(dialect: Dialect, kind: RecordKind): JsonObject {
  const record = dialect.records[kind];
  if (!record) return {};
  const { whole } = dialect.writes.update;
  return {
    collection: typeNames[kind] === record.collection ? record.collection : camelCase(record.collection),
    idPrefix: dialect.ids[kind].prefix,
    id: pointerOf(record.id),
    meanings: meaningsOf(dialect, kind, typeNames),
    ignored: [pointerOf(record.changedAt)],
    ...(whole
      ? { update: "whole-record", unsent: [pointerOf(record.id.slice(0, 1)), pointerOf(record.changedAt.slice(0, 1))] }
      : {}),
  };
}

function documentedOperations(dialect: Dialect): JsonObject {
  const { envelope, slots, patients, appointments, indices, readStatus } = dialect;
  const request = (entries: readonly (readonly [Path, Json])[]): JsonObject =>
    objectAt(entries.map(([at, value]) => [[...envelope.request, ...at], value]));
  const sent = (write: Write, path: string, body: JsonObject): JsonObject => ({
    method: write.method,
    path,
    body,
    success: [write.status],
    resource: pointerOf(envelope.resource),
    ...documented,
  });
  const reads = kindsOf(dialect).map((kind): [string, JsonObject] => [
    `read${capital(typeNames[kind])}`,
    {
      method: "GET",
      path: `${collectionPath(dialect, kind)}/{id}`,
      success: [readStatus],
      resource: pointerOf(envelope.resource),
      ...(kind === "practitioner" || kind === "schedule" ? documented : {}),
    },
  ]);
  return {
    ...Object.fromEntries(reads),
    listOpenSlots: list(dialect, slots.path.replace("{id}", "{scheduleId}"), {
      ...(slots.scheduleQuery === null ? {} : { [slots.scheduleQuery]: "{scheduleId}" }),
      [slots.from]: "{from}",
      [slots.to]: "{to}",
    }),
    findPatients: {
      method: "GET",
      path: patients.path,
      query: { [patients.dobQuery]: "{dateOfBirth}", [patients.nameQuery]: "{name}" },
      takesIndex: false,
      success: [readStatus],
      resource: pointerOf(envelope.list),
      private: true,
      ...documented,
    },
    createPatient: {
      ...sent(
        patients.create,
        patients.path,
        request([
          [patients.firstName, "{firstName}"],
          [patients.lastName, "{lastName}"],
          [patients.dob, "{dateOfBirth}"],
          [patients.insurance, "{insuranceId}"],
        ]),
      ),
      takesIndex: false,
      private: true,
    },
    createAppointment: {
      ...sent(
        appointments.create,
        appointments.path,
        request([
          [appointments.schedule, "{scheduleId}"],
          [appointments.patient, "{patientId}"],
          [appointments.startAt, "{startAt}"],
          [appointments.duration, slots.as === "text" ? "{duration:string}" : "{duration}"],
        ]),
      ),
      private: true,
    },
    createIndexVersion: {
      ...sent(indices.create, indices.path, request([[indices.name, "{name}"]])),
      takesIndex: false,
    },
  };
}

function listOperations(dialect: Dialect): JsonObject {
  const { lists } = dialect;
  const { schedulesOf, filter } = lists;
  const operations: [string, JsonObject][] = [];
  if (lists.practitioners)
    operations.push(["listPractitioners", list(dialect, collectionPath(dialect, "practitioner"), {})]);
  if (schedulesOf === "query")
    operations.push([
      "listSchedules",
      list(dialect, collectionPath(dialect, "schedule"), { [filter]: "{practitionerId}" }),
    ]);
  if (schedulesOf === "path")
    operations.push(["listSchedules", list(dialect, schedulesOfPath(dialect).replace("{id}", "{practitionerId}"), {})]);
  if (dialect.records.plan) operations.push(["listInsurances", list(dialect, collectionPath(dialect, "plan"), {})]);
  return Object.fromEntries(operations);
}

function list({ envelope, paging, readStatus }: Dialect, path: string, query: JsonObject): JsonObject {
  const base = { method: "GET", path, query, success: [readStatus], resource: pointerOf(envelope.list) };
  switch (paging.style) {
    case "none":
      return base;
    case "cursor":
      return {
        ...base,
        paging: {
          style: "cursor",
          query: paging.query,
          next: pointerOf(paging.next),
          sizeQuery: paging.sizeQuery,
          size: paging.size,
        },
      };
    case "link":
      return { ...base, paging: { style: "link", next: pointerOf(paging.next) } };
    case "page":
      return {
        ...base,
        paging: {
          style: "page",
          query: paging.query,
          first: 1,
          more: pointerOf(paging.more),
          sizeQuery: paging.sizeQuery,
          size: paging.size,
        },
      };
  }
}

function writeOperations(dialect: Dialect): JsonObject {
  const { create, update, remove } = dialect.writes;
  const { request, resource } = dialect.envelope;
  const body = (value: string): Json => (request.length === 0 ? value : objectAt([[request, value]]));
  const removal = (path: string): JsonObject => ({
    method: remove.method,
    path: `${path}/{id}${remove.suffix}`,
    success: [remove.status],
    answer: "any",
    resource: pointerOf(resource),
  });
  const operations = kindsOf(dialect)
    .filter((kind) => kind !== "plan")
    .flatMap((kind): [string, JsonObject][] => {
      const name = capital(typeNames[kind]);
      const path = collectionPath(dialect, kind);
      const answered = { resource: pointerOf(resource) };
      return [
        [
          `create${name}`,
          { method: create.method, path, body: body("{record}"), success: [create.status], ...answered },
        ],
        [
          `update${name}`,
          {
            method: update.method,
            path: `${path}/{id}`,
            body: body(update.whole ? "{record}" : "{changes}"),
            success: [update.status],
            ...answered,
          },
        ],
        [`delete${name}`, removal(path)],
      ];
    });
  return {
    ...Object.fromEntries(operations),
    deleteIndexVersion: { ...removal(dialect.indices.path), takesIndex: false },
  };
}

function part(at: Path): JsonObject {
  return { at: pointerOf(at) };
}

function referencePart(at: Path): JsonObject {
  if (at.length === 1) return { at: pointerOf(at) };
  return { at: pointerOf(at.slice(0, 1)), shape: { form: "object", id: pointerOf(at.slice(1)) } };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A collection is a word of the profile; on the wire it may be spelled with hyphens or underscores. */
function camelCase(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
