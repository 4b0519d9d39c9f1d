import { EncodeError, type WireFormat, type JsonObject as ServiceObject, type ServiceProfile } from "@dc/api-client";
import { type Change, effectivePresence, type FieldReading, overlayRecord } from "@dc/directory";
import { fieldReading, isWritableField } from "#/upstream/records/field-reading.ts";
import type { RecordOverlay } from "#/context/gateway-caches.ts";

/** The result of applying the overrides of a record to the service's answer. */
export type OverrideResult =
  | { outcome: "served"; body: Buffer; changes: readonly string[] }
  | { outcome: "untouched" }
  | { outcome: "absent"; changes: readonly string[] }
  | { outcome: "unwritable"; detail: string }
  /** The service answered with a record that was not requested, so none of it may be served. */
  | { outcome: "another record"; detail: string }
  /** The active profile no longer has this meaning, and the service does not have the value either. */
  | { outcome: "lost"; field: string; change: string }
  /** A record created here lacks what creation requires by the active profile. */
  | { outcome: "incomplete"; type: string; fields: readonly string[] };

/** Lays the live changes of a record over the service's body; only overridden values differ. */
export function applyOverrides(
  profile: ServiceProfile,
  wire: WireFormat,
  { type, id, overlay, body }: { type: string; id: string; overlay: RecordOverlay; body: Uint8Array },
): OverrideResult {
  const opened = wire.openBody(type, body);
  if (opened === null) return { outcome: "unwritable", detail: "the service's answer contains no record" };
  const answered = profile.recordId(type, opened.raw);
  if (answered !== id) return { outcome: "another record", detail: otherRecordDetail(id, answered) };
  const over = overlaid(profile, type, { raw: opened.raw, present: true }, overlay);
  return over.outcome === "served" ? { ...over, body: Buffer.from(opened.close(over.raw)) } : over;
}

/** Checks a JSON answer without overrides; null if it is the requested record. */
export function otherRecord(
  profile: ServiceProfile,
  wire: WireFormat,
  { type, id, body }: { type: string; id: string; body: Uint8Array },
): OverrideResult | null {
  const opened = wire.openBody(type, body);
  if (opened === null) return { outcome: "another record", detail: `it is no record, and ${id} was asked for` };
  const answered = profile.recordId(type, opened.raw);
  return answered === id ? null : { outcome: "another record", detail: otherRecordDetail(id, answered) };
}

function otherRecordDetail(asked: string, answered: string | null): string {
  return answered === null
    ? `it has no id, and ${asked} was asked for`
    : `it is ${answered}, and ${asked} was asked for`;
}

/**
 * Whether the directory contains a record that the service does not have, before its creation or after its deletion
 * there.
 */
export function isCreatedHere({ changes }: RecordOverlay): boolean {
  return effectivePresence("missing", changes) === "present";
}

/** The changes by which the directory has a record no more that the service may have; null where there are none. */
export function deletedBy({ defaultRegion }: ServiceProfile, { changes }: RecordOverlay): readonly string[] | null {
  const effective = overlayRecord({ present: true, fields: [] }, changes, defaultRegion);
  return effective.present ? null : effective.changes;
}

/** A record that was created here and that the service does not have. */
export function serveCreated(
  profile: ServiceProfile,
  wire: WireFormat,
  { type, id, overlay }: { type: string; id: string; overlay: RecordOverlay },
): OverrideResult {
  const over = overlaid(profile, type, { raw: newRecordWith(profile, type, id), present: false }, overlay);
  return over.outcome === "served" ? { ...over, body: Buffer.from(wire.wrapBody(type, over.raw)) } : over;
}

/** What a record that the service does not have begins as: its id and the defaults of its type. */
export function newRecordWith(profile: ServiceProfile, type: string, id: string): ServiceObject {
  const idPointer = profile.data.records[type]?.id ?? "/id";
  return profile.encodeReading(type, profile.newRecord(type), idPointer, { value: id });
}

/** A record with its live changes laid over it, or why there is none to serve. */
export type Overlaid =
  | { outcome: "served"; raw: ServiceObject; changes: readonly string[] }
  | Exclude<OverrideResult, { outcome: "served" }>;

export function overlaid(
  profile: ServiceProfile,
  type: string,
  { raw, present }: { raw: ServiceObject; present: boolean },
  { changes: live }: RecordOverlay,
): Overlaid {
  const lost = live.find((change) => change.state !== "applied" && lostField(profile, change) !== null);
  const presence = effectivePresence(present ? "present" : "missing", live);
  if (lost !== undefined && presence === "present")
    return { outcome: "lost", field: lostField(profile, lost) ?? "", change: lost.id };
  // Applied values are part of the service's own answer already, in its spelling.
  const changes = live.filter((change) => lostField(profile, change) === null || change.operation.op === "create");
  try {
    const effective = overlayRecord(
      { present, fields: fieldsIn(profile, type, raw, changes) },
      changes,
      profile.defaultRegion,
    );
    if (!effective.present) return { outcome: "absent", changes: effective.changes };
    if (effective.changes.length === 0) return { outcome: "untouched" };
    let next = raw;
    for (const field of effective.fields)
      if (field.overridden) next = profile.encodeReading(type, next, field.key, field.reading);
    const missing = present ? [] : profile.missingAtCreation(type, next);
    if (missing.length > 0) return { outcome: "incomplete", type, fields: missing };
    return { outcome: "served", raw: next, changes: effective.changes };
  } catch (error) {
    if (error instanceof EncodeError) return { outcome: "unwritable", detail: error.message };
    if (error instanceof Error && error.name === "ApiSchemaError")
      return { outcome: "unwritable", detail: error.message };
    throw error;
  }
}

/** The field of this change if the active profile can no longer write it, else null. */
function lostField(profile: ServiceProfile, { record: { type }, field, kind, operation }: Change): string | null {
  const named = operation.op === "create" ? Object.keys(operation.fields) : field === undefined ? [] : [field];
  const of = operation.op === "create" ? null : (kind ?? null);
  return named.find((name) => !isWritableField(profile, type, { field: name, kind: of })) ?? null;
}

function fieldsIn(
  profile: ServiceProfile,
  type: string,
  raw: ServiceObject,
  changes: RecordOverlay["changes"],
): FieldReading[] {
  const fields = new Map<string, FieldReading>();
  for (const { field, kind, operation } of changes) {
    if (field !== undefined && kind !== undefined && !fields.has(field))
      fields.set(field, { key: field, kind, reading: fieldReading(profile, type, raw, field) });
    if (operation.op !== "create") continue;
    for (const key of Object.keys(operation.fields)) {
      const known = profile.meanings(type).find(({ name }) => name === key)?.kind ?? "json";
      if (!fields.has(key)) fields.set(key, { key, kind: known, reading: fieldReading(profile, type, raw, key) });
    }
  }
  return [...fields.values()];
}
