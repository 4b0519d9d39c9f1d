import type { Json, JsonObject } from "#/json/json.ts";
import { objectAt, valueAt, withoutValue } from "#/json/path.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { isFurther, sortOf } from "#/seed/further-facts.ts";
import { bookableEntries, bookablePaths, closedReason } from "./bookable.ts";
import {
  credentialHeader,
  elementsIn,
  extraEntries,
  idIn,
  minutesPer,
  nameFieldsOf,
  type Dialect,
  type FactName,
  type FieldDialect,
  type RecordDialect,
} from "./dialect.ts";
import { driftRecord } from "./drift-record.ts";
import type { Reference } from "./messages.ts";
import { encodeFacts } from "./record-encoder.ts";
import { createRecordParser } from "./record-parser.ts";
import { createRequestParser } from "./request-parser.ts";
import { createResponseEncoder } from "./response-encoder.ts";
import { routesOf } from "./routes.ts";
import type { RecordSpelling, Spelling } from "./spelling.ts";

/** The spelling that a dialect describes. */
export function createSpelling(dialect: Dialect): Spelling {
  const { records } = dialect;
  return {
    name: dialect.name,
    headers: dialect.headers,
    apiVersions: [dialect.apiVersion],
    ids: dialect.ids,
    standardIndex: dialect.standardIndex,
    testIndex: dialect.testIndex,
    credentialHeader: credentialHeader(dialect.credential),
    callLimits: dialect.limits,
    indexVersions: dialect.indexVersions,
    listedIndices: dialect.indices.lists,
    routes: routesOf(dialect),
    records: {
      practitioner: createRecordSpelling(dialect, "practitioner", records.practitioner),
      schedule: createRecordSpelling(dialect, "schedule", records.schedule),
      ...(records.place && { place: createRecordSpelling(dialect, "place", records.place) }),
      ...(records.plan && { plan: createRecordSpelling(dialect, "plan", records.plan) }),
    },
    ...createRequestParser(dialect),
    ...createResponseEncoder(dialect),
    lookedUpValue(record, fact) {
      const { fields } = records.practitioner;
      const asked =
        fact === "displayName" ? nameFieldsOf(records.practitioner) : fields.filter((field) => field.fact === fact);
      const texts = asked.map(({ at }) => valueAt(record, at)).filter((value) => typeof value === "string");
      return texts.length === 0 ? null : texts.join(" ");
    },
    listsClosedSlots: dialect.slots.listsClosed === true,
    slotMinutes: Math.max(minutesPer[dialect.slots.unit], 1),
    slotStart: dialect.slots.startAt,
    timeZoneOf(schedule, read) {
      const zoneField = fieldOf(records.schedule, "timeZone");
      const place = fieldOf(records.schedule, "place");
      const zone = zoneField
        ? valueAt(schedule, zoneField.at)
        : valueAt(
            place && read("place", textOf(idIn(valueAt(schedule, place.at), place))),
            (records.place && fieldOf(records.place, "timeZone")?.at) ?? ["-"],
          );
      return typeof zone === "string" ? zone : "UTC";
    },
  };
}

function createRecordSpelling<K extends RecordKind>(
  dialect: Dialect,
  kind: K,
  record: RecordDialect,
): RecordSpelling<K> {
  return {
    encodeFacts: (subject, source, idOf) => encodeFacts(dialect, kind, record, { subject, source, idOf }),
    members: membersOf(record),
    ...createRecordParser(dialect, record),
    complete(raw, id, changedAt, before = raw) {
      const missing = extraEntries(record.extras, id).filter(([path]) => valueAt(raw, path) === undefined);
      const isNew = Object.keys(before).length === 0;
      const openness = bookableEntries(record.bookable, null).map(([path, open]) => {
        const kept = valueAt(before, path);
        return [path, isNew || (kept === undefined && record.bookable?.no !== "missing") ? open : kept] as const;
      });
      const content = bookablePaths(record).reduce(withoutValue, raw);
      return objectAt([[record.id, id], ...missing, ...openness, [record.changedAt, changedAt]], content);
    },
    closedReason: (raw) => closedReason(record, raw),
    references: (raw) => record.fields.flatMap((field) => referencesIn(raw, field)),
    drift: (raw, random, source, idOf) => driftRecord(dialect, record, { raw, random, source, idOf }),
  };
}

function referencesIn(raw: JsonObject, field: FieldDialect): Reference[] {
  const path = field.at.join(".");
  const value = valueAt(raw, field.at);
  if (field.fact === "practitioner" || field.fact === "place")
    return [{ kind: field.fact, id: textOf(idIn(value, field)), field: path }];
  const sort = isFurther(field.fact) ? sortOf(field.fact) : null;
  const to = field.fact === "plans" ? "plan" : sort?.kind === "ids" ? sort.to : null;
  if (to === null) return [];
  return elementsIn(value, field).map((element, index) => ({
    kind: to,
    id: textOf(idIn(element, field)),
    field: field.single === undefined ? `${path}.${index}` : path,
  }));
}

function membersOf(record: RecordDialect): RecordSpelling<RecordKind>["members"] {
  const { fields, extras, id, changedAt } = record;
  const topLevel = (paths: readonly (readonly string[])[]) => new Set(paths.flatMap(([name]) => name ?? []));
  const writable = topLevel([...[...fields, ...extras].map(({ at }) => at), ...bookablePaths(record)]);
  return { writable, managed: new Set([...topLevel([id, changedAt])].filter((name) => !writable.has(name))) };
}

function fieldOf(record: RecordDialect, fact: FactName): FieldDialect | undefined {
  return record.fields.find((field) => field.fact === fact);
}

/** A drifted record may hold any value; one that is no string refers to nothing. */
function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
