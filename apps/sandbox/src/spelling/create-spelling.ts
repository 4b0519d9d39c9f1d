import type { Json, JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import {
  extraEntries,
  type CredentialDialect,
  type Dialect,
  type FactName,
  type FieldDialect,
  type RecordDialect,
} from "./dialect.ts";
import { driftRecord } from "./drift-record.ts";
import { objectAt, valueAt } from "#/json/path.ts";
import { createRecordReader } from "./record-reader.ts";
import { writeSeeded } from "./record-writer.ts";
import { createRequests, cursorOf, linkTo } from "./requests.ts";
import { routesOf } from "./routes.ts";
import type { Patient, RecordSpelling, Reference, Spelling } from "./spelling.ts";

/** The spelling that a dialect describes. */
export function createSpelling(dialect: Dialect): Spelling {
  const { envelope, slots, patients, appointments, indices, errors, writes } = dialect;
  const extras = extraEntries(envelope.extras, "");
  const wrap = (resource: Json): Json =>
    envelope.resource.length === 0 ? resource : objectAt([[envelope.resource, resource], ...extras]);
  const duration = (minutes: number): Json => {
    const value = slots.unit === "minutes" ? minutes : minutes * 60;
    return slots.as === "number" ? value : String(value);
  };
  const patientOf = ({ id, firstName, lastName, dob, insurance }: Patient): JsonObject =>
    objectAt([
      [patients.id, id],
      [patients.firstName, firstName],
      [patients.lastName, lastName],
      [patients.dob, dob],
      [patients.insurance, insurance],
    ]);
  const idPath = (kind: RecordKind | "index") =>
    kind === "index" ? indices.id : (dialect.records[kind]?.id ?? ["id"]);
  const { records } = dialect;

  return {
    name: dialect.name,
    headers: dialect.headers,
    apiVersions: [dialect.apiVersion],
    ids: dialect.ids,
    standardIndex: dialect.standardIndex,
    testIndex: dialect.testIndex,
    routes: routesOf(dialect),
    records: {
      practitioner: spellRecords(dialect, "practitioner", records.practitioner),
      schedule: spellRecords(dialect, "schedule", records.schedule),
      ...(records.place && { place: spellRecords(dialect, "place", records.place) }),
      ...(records.plan && { plan: spellRecords(dialect, "plan", records.plan) }),
    },
    keyOf: (authorization) => keyOf(dialect.credential, authorization),
    ...createRequests(dialect),

    spellRecord: (_kind, record) => wrap(record),
    spellDeleted: (kind, id) =>
      wrap(
        objectAt([
          [idPath(kind), id],
          [[writes.remove.gone], true],
        ]),
      ),
    spellList(items, page) {
      if (envelope.list.length === 0) return [...items];
      const { paging } = dialect;
      const next = page?.next ?? null;
      const entries: [readonly string[], Json][] = [[envelope.list, [...items]]];
      if (paging.style === "page") entries.push([paging.more, next !== null]);
      if (paging.style === "cursor") entries.push([paging.next, next === null ? null : cursorOf(next)]);
      if (paging.style === "link" && page)
        entries.push([paging.next, next === null ? null : linkTo(dialect, { ...page, from: next })]);
      return objectAt([...entries, ...extras]);
    },
    spellSlot: ({ startAt, minutes }) =>
      objectAt([
        [slots.startAt, new Date(startAt).toISOString()],
        [slots.duration, duration(minutes)],
      ]),
    slotStart: slots.startAt,
    spellFoundPatient: patientOf,
    spellPatient: (patient) => wrap(patientOf(patient)),
    spellAppointment: ({ id, schedule, patient, startAt, minutes, status }) =>
      wrap(
        objectAt([
          [appointments.id, id],
          [appointments.schedule, schedule],
          [appointments.patient, patient],
          [appointments.startAt, new Date(startAt).toISOString()],
          [appointments.duration, duration(minutes)],
          [appointments.status, appointments.words[status]],
        ]),
      ),
    spellIndex: ({ id, name, createdAt }) =>
      wrap(
        objectAt([
          [indices.id, id],
          [indices.name, name ?? undefined],
          [indices.createdAt, createdAt],
        ]),
      ),
    spellProblem({ code, message, field }, requestId) {
      return {
        status: errors.statuses[code],
        ...(code === "unauthorized" ? { headers: { "WWW-Authenticate": 'Basic realm="service"' } } : {}),
        body: objectAt([
          [errors.code, errors.codes[code]],
          [errors.words, message],
          [errors.field, field],
          [errors.requestId, requestId],
        ]),
      };
    },
    timeZoneOf(schedule, read) {
      const own = fieldAt(records.schedule, "timeZone");
      const placed = fieldAt(records.schedule, "place");
      const found = own
        ? valueAt(schedule, own.at)
        : valueAt(
            placed && read("place", textOf(idIn(valueAt(schedule, placed.at), placed))),
            (records.place && fieldAt(records.place, "timeZone")?.at) ?? ["-"],
          );
      return typeof found === "string" ? found : "UTC";
    },
  };
}

function spellRecords<K extends RecordKind>(dialect: Dialect, kind: K, record: RecordDialect): RecordSpelling<K> {
  const reader = createRecordReader(dialect, record);
  const references = (raw: JsonObject): Reference[] =>
    record.fields.flatMap((field): Reference[] => {
      const at = field.at.join(".");
      const value = valueAt(raw, field.at);
      if (field.fact === "practitioner" || field.fact === "place")
        return [{ kind: field.fact, id: textOf(idIn(value, field)), field: at }];
      if (field.fact !== "plans" || !Array.isArray(value)) return [];
      return value.map((entry, place) => ({ kind: "plan", id: textOf(idIn(entry, field)), field: `${at}.${place}` }));
    });
  return {
    write: (subject, facts, idOf) => writeSeeded(dialect, kind, record, { subject, facts, idOf }),
    members: membersOf(record),
    ...reader,
    finish(raw, id, at) {
      const missing = extraEntries(record.extras, id).filter(([path]) => valueAt(raw, path) === undefined);
      return objectAt([[record.id, id], ...missing, [record.changedAt, at]], raw);
    },
    references,
    drift: (raw, random, facts, idOf) => driftRecord(dialect, record, { raw, random, facts, idOf }),
  };
}

function membersOf({ fields, extras, id, changedAt }: RecordDialect): RecordSpelling<RecordKind>["members"] {
  const outermost = (paths: readonly (readonly string[])[]) => new Set(paths.flatMap(([name]) => name ?? []));
  const known = outermost([...fields, ...extras].map(({ at }) => at));
  return { known, own: new Set([...outermost([id, changedAt])].filter((name) => !known.has(name))) };
}

function keyOf(credential: CredentialDialect, authorization: string): string | undefined {
  if (credential.composition === "ready-made")
    return authorization.startsWith(credential.prefix) ? authorization.slice(credential.prefix.length) : undefined;
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [user, ...rest] = Buffer.from(encoded, "base64").toString("latin1").split(":");
  const password = rest.join(":");
  if (credential.composition === "key-as-user") return password === "" && rest.length === 1 ? user : undefined;
  return user === credential.user && rest.length === 1 ? password : undefined;
}

function fieldAt(record: RecordDialect, fact: FactName): FieldDialect | undefined {
  return record.fields.find((field) => field.fact === fact);
}

/** The id that a reference's or a set's element holds. */
function idIn(value: Json | undefined, { ids }: FieldDialect): Json | undefined {
  return ids?.form === "object" ? valueAt(value, ids.id) : value;
}

/** A drifted record may hold anything; what is no text then leads nowhere. */
function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
