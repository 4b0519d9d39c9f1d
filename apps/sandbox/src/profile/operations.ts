import type { Json, JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { collectionPath, kindsOf, type Dialect } from "#/spelling/dialect.ts";
import { objectAt, pointerOf, type Path } from "#/json/path.ts";
import type { LookUpForm } from "#/spelling/messages.ts";
import { schedulesOfPath } from "#/spelling/routes.ts";

/** Marks what the interface documents, whatever it is called in this dialect. */
export const documented = { status: "documented" };

/** The record types of a profile, by the kinds of the generated data. */
export const typeNames: Readonly<Record<RecordKind, string>> = {
  practitioner: "practitioner",
  schedule: "schedule",
  place: "place",
  plan: "insurance",
};

/** The operations of a profile, with or without those that write records. */
export function operationsOf(dialect: Dialect, writes: boolean): JsonObject {
  return { ...documentedOperations(dialect), ...listOperations(dialect), ...(writes ? writeOperations(dialect) : {}) };
}

function documentedOperations(dialect: Dialect): JsonObject {
  const { envelope, slots, patients, appointments, indices, readStatus, writes } = dialect;
  const creation = (path: string, entries: readonly (readonly [Path, Json])[]): JsonObject => ({
    method: writes.create.method,
    path,
    body: objectAt(entries.map(([at, value]) => [[...envelope.request, ...at], value])),
    success: [writes.create.status],
    resource: pointerOf(envelope.resource),
    ...documented,
  });
  const reads = kindsOf(dialect).map((kind): [string, JsonObject] => [
    `read${capitalised(typeNames[kind])}`,
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
      [slots.from]: slots.times === "instant" ? "{from}" : `{from:${slots.times}}`,
      [slots.to]: slots.times === "instant" ? "{to}" : `{to:${slots.times}}`,
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
      ...creation(patients.path, [
        [patients.firstName, "{firstName}"],
        [patients.lastName, "{lastName}"],
        [patients.dob, "{dateOfBirth}"],
        [patients.insurance, "{insuranceId}"],
      ]),
      takesIndex: false,
      private: true,
    },
    createAppointment: {
      ...creation(appointments.path, [
        [appointments.schedule, "{scheduleId}"],
        [appointments.patient, "{patientId}"],
        [appointments.startAt, "{startAt}"],
        [appointments.duration, slots.as === "text" ? "{duration:string}" : "{duration}"],
      ]),
      private: true,
    },
    createIndexVersion: {
      ...creation(indices.path, [[indices.name, "{name}"]]),
      takesIndex: false,
    },
  };
}

function listOperations(dialect: Dialect): JsonObject {
  const { lists } = dialect;
  const { practitionerQuery, isUnsaid } = lists;
  const schedules = isUnsaid === true ? "none" : lists.schedules;
  const operations: [string, JsonObject][] = [];
  const { indices, envelope, readStatus } = dialect;
  if (indices.reads)
    operations.push([
      "readIndexVersion",
      {
        method: "GET",
        path: `${indices.path}/{id}`,
        takesIndex: false,
        success: [readStatus],
        resource: pointerOf(envelope.resource),
      },
    ]);
  if (indices.lists !== "none")
    operations.push(["listIndexVersions", { ...list(dialect, indices.path, {}), takesIndex: false }]);
  if (lists.practitioners)
    operations.push(["listPractitioners", list(dialect, collectionPath(dialect, "practitioner"), {})]);
  if (schedules === "query")
    operations.push([
      "listSchedules",
      list(dialect, collectionPath(dialect, "schedule"), { [practitionerQuery]: "{practitionerId}" }),
    ]);
  if (schedules === "path")
    operations.push(["listSchedules", list(dialect, schedulesOfPath(dialect).replace("{id}", "{practitionerId}"), {})]);
  if (dialect.records.plan) operations.push(["listInsurances", list(dialect, collectionPath(dialect, "plan"), {})]);
  for (const lookUp of dialect.lookUps) operations.push(lookUpOperation(dialect, lookUp));
  return Object.fromEntries(operations);
}

function lookUpOperation(dialect: Dialect, { fact, gives, path, query, fixed }: LookUpForm): [string, JsonObject] {
  const asked = {
    ...(query === null ? {} : { [query]: "{value}" }),
    ...(fixed === null ? {} : { [fixed.name]: fixed.value }),
  };
  const where = path.replace("{id}", "{value}");
  const { envelope, readStatus } = dialect;
  const single = {
    method: "GET",
    path: where,
    query: asked,
    success: [readStatus],
    resource: pointerOf(envelope.resource),
  };
  return [`findPractitionersBy${capitalised(fact)}`, gives === "record" ? single : list(dialect, where, asked)];
}

function list({ envelope, paging, readStatus, saysDefaults }: Dialect, path: string, query: JsonObject): JsonObject {
  const base = { method: "GET", path, query, success: [readStatus], resource: pointerOf(envelope.list) };
  switch (paging.style) {
    case "none":
      return saysDefaults === true ? { ...base, paging: { style: "none" } } : base;
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
    case "offset":
      return {
        ...base,
        paging: { style: "offset", query: paging.query, sizeQuery: paging.sizeQuery, size: paging.size },
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
      const name = capitalised(typeNames[kind]);
      const path = collectionPath(dialect, kind);
      const response = { resource: pointerOf(resource) };
      return [
        [
          `create${name}`,
          { method: create.method, path, body: body("{record}"), success: [create.status], ...response },
        ],
        [
          `update${name}`,
          {
            method: update.method,
            path: `${path}/{id}`,
            body: body(update.whole ? "{record}" : "{changes}"),
            success: [update.status],
            ...(update.status === 204 ? { answer: "nothing" } : response),
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

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
