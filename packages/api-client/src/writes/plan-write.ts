import { EncodeError } from "#/errors/encode-error.ts";
import { isJsonObject, sameJson, type Json, type JsonObject } from "#/json/json.ts";
import { firstKey, formatPointer, valueAt, withoutValueAt, withValueAt } from "#/json/pointer.ts";
import { spliceJson, textAt } from "#/json/splice-json.ts";
import { pointerOf } from "#/profile/creation.ts";
import { decodeId, encodeId } from "#/profile/kinds/id-element.ts";
import { recordOperation } from "#/profile/operation-names.ts";
import type { ServiceProfile } from "#/profile/profile.ts";
import type { FieldKey, Reading } from "#/profile/reading.ts";
import type { TemplateValues } from "#/profile/template.ts";
import type { Exchange } from "#/transport/exchange.ts";
import { capabilityOf } from "./capability.ts";
import type {
  CreateRecord,
  DeleteRecord,
  FieldValues,
  PlannedField,
  UpdateRecord,
  WritePlan,
} from "./write-adapter.ts";

/** A plan together with the values that its request is built from. */
export interface PlannedWrite {
  readonly plan: WritePlan;
  readonly values: TemplateValues;
}

function readingAt(raw: JsonObject, pointer: string): Reading {
  const value = valueAt(raw, pointer);
  return value === undefined ? { absent: true } : { value };
}

function plannedFields(
  profile: ServiceProfile,
  type: string,
  fields: FieldValues,
  before: JsonObject,
  after: JsonObject,
): readonly PlannedField[] {
  return Object.keys(fields).map((field) => {
    const pointer = pointerOf(profile.data, type, field);
    return { field, pointer, before: readingAt(before, pointer), after: readingAt(after, pointer) };
  });
}

function encoded(profile: ServiceProfile, type: string, raw: JsonObject, fields: FieldValues): JsonObject {
  let next = raw;
  for (const [field, reading] of Object.entries(fields)) next = profile.encodeReading(type, next, field, reading);
  return next;
}

function removesAs(profile: ServiceProfile, type: string, field: FieldKey): "refuse" | "null" {
  const meaning = profile.data.records[type]?.meanings[field];
  if (meaning === undefined || !("at" in meaning) || meaning.write === undefined || meaning.write === "never")
    return "refuse";
  return meaning.write.remove;
}

/** The top-level members that differ, or are to be sent even so; a nested change sends its whole top-level member. */
function changedMembers(profile: ServiceProfile, write: UpdateRecord, after: JsonObject): JsonObject {
  const changes: [string, Json][] = [];
  const always = new Set(
    (write.evenIfSame ?? []).map((field) => firstKey(pointerOf(profile.data, write.type, field)) ?? field),
  );
  const written = withWrittenReferences(profile, write.type, after);
  for (const [key, value] of Object.entries(after)) {
    if (always.has(key) || !sameJson(value, Object.hasOwn(write.current, key) ? write.current[key] : undefined))
      changes.push([key, written[key] ?? value]);
  }
  for (const [field, reading] of Object.entries(write.fields)) {
    if (!("absent" in reading)) continue;
    const top = firstKey(pointerOf(profile.data, write.type, field));
    if (top === undefined || Object.hasOwn(after, top) || !Object.hasOwn(write.current, top)) continue;
    if (removesAs(profile, write.type, field) === "refuse") {
      throw new EncodeError(
        field,
        "cannot-be-absent",
        "the service is sent changed fields, and the profile gives no way to say that one is gone",
      );
    }
    changes.push([top, null]);
  }
  return Object.fromEntries(changes);
}

function finished(
  exchange: Exchange,
  operation: string,
  values: TemplateValues,
  index: string | null,
  fields: readonly PlannedField[],
): PlannedWrite {
  const capability = capabilityOf(exchange.profile, operation);
  const request = capability.state === "stub" ? null : exchange.describe(operation, values, index);
  return { plan: { operation, capability, index, request, fields }, values };
}

function sendable(profile: ServiceProfile, type: string, record: JsonObject): Json {
  const unsent = profile.data.records[type]?.unsent ?? [];
  return unsent.reduce<Json>((kept, pointer) => withoutValueAt(kept, pointer), record);
}

/** Plans a record that is to be made, with the defaults of its type; throws EncodeError for what it lacks. */
export function planCreate(exchange: Exchange, write: CreateRecord): PlannedWrite {
  const { profile } = exchange;
  const { type } = write;
  const record = encoded(profile, type, profile.newRecord(type), write.fields);
  const [missing, ...others] = profile.missingAtCreation(type, record);
  if (missing !== undefined)
    throw new EncodeError(
      missing,
      "required",
      `creation of a ${type} requires ${others.length === 0 ? "it" : "them"}`,
      others,
    );
  const { defaults } = profile.creationRules(type);
  const values = Object.fromEntries(Object.entries(defaults).map(([field, value]) => [field, { value }]));
  const fields = plannedFields(profile, type, { ...values, ...write.fields }, {}, record);
  return finished(
    exchange,
    recordOperation("create", type),
    { record: sendable(profile, type, record) },
    write.index,
    fields,
  );
}

/** The record with its references as they are written: what is read expanded, as an id. */
function withWrittenReferences(profile: ServiceProfile, type: string, record: JsonObject): JsonObject {
  const meanings = Object.values(profile.data.records[type]?.meanings ?? {});
  return meanings.reduce<JsonObject>((next, meaning) => {
    if (!("to" in meaning) || meaning.shape.form !== "expanded") return next;
    const id = decodeId(valueAt(next, meaning.at), meaning.shape);
    if (id === null) return next;
    const written = withValueAt(next, meaning.at, encodeId(meaning, id, meaning.at));
    return isJsonObject(written) ? written : next;
  }, record);
}

/** Plans changes of a record; throws EncodeError for what the profile cannot write. */
export function planUpdate(exchange: Exchange, write: UpdateRecord): PlannedWrite {
  const { profile } = exchange;
  const record = encoded(profile, write.type, write.current, write.fields);
  const fields = plannedFields(profile, write.type, write.fields, write.current, record);
  const isWhole = profile.data.records[write.type]?.update === "whole-record";
  const changes = isWhole ? undefined : changedMembers(profile, write, record);
  const sent = sendable(profile, write.type, withWrittenReferences(profile, write.type, record));
  const resource = profile.data.operations[recordOperation("read", write.type)]?.resource ?? "";
  const text = write.currentText === undefined ? null : textAt(write.currentText, resource);
  const recordText = text === null ? undefined : spliceJson(text, write.current, sent);
  const changesText = text === null || changes === undefined ? undefined : memberTexts(text, write.current, changes);
  return finished(
    exchange,
    recordOperation("update", write.type),
    { id: write.id, record: sent, changes, recordText, changesText },
    write.index,
    fields,
  );
}

/** The text of an object of changed members, each as the service spells it but for what changes. */
function memberTexts(text: string, before: JsonObject, changes: JsonObject): string {
  const members = Object.entries(changes).map(([key, value]) => {
    const [was, spelled] = [before[key], textAt(text, formatPointer([key]))];
    const member = was === undefined || spelled === null ? JSON.stringify(value) : spliceJson(spelled, was, value);
    return `${JSON.stringify(key)}:${member}`;
  });
  return `{${members.join(",")}}`;
}

/** Plans the deletion of a record. */
export function planDelete(exchange: Exchange, write: DeleteRecord): PlannedWrite {
  return finished(exchange, recordOperation("delete", write.type), { id: write.id }, write.index, []);
}

/** Plans the deletion of an index version. */
export function planDeleteIndexVersion(exchange: Exchange, id: string): PlannedWrite {
  return finished(exchange, "deleteIndexVersion", { id }, null, []);
}
