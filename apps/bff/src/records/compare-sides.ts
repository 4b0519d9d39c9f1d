import {
  type Baseline,
  type Change,
  compareRecord,
  differsFromFollowedBase,
  recordCreation,
  equalReadings,
  type FieldInput,
  type FieldReading,
  type Json,
  type JsonObject,
  liveChanges,
  overlayRecord,
  type Presence,
  type RecordKey,
} from "@dc/directory";
import type { ComparedRecord, RecordReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { toLedgerChange } from "#/store/tables/changes/changes.ts";
import { type FieldMemoryRow, WHOLE_RECORD } from "#/store/tables/records/known-values.ts";
import type { OriginalRow } from "#/store/tables/records/readings.ts";
import { fieldReading, isHeldField, kindOf } from "#/upstream/records/field-reading.ts";
import { liesOverBase, unitsOf, writtenByChanges } from "#/upstream/records/write-unit.ts";
import { fieldsOf, fitsProfile } from "#/upstream/records/to-domain.ts";
import { parseStored } from "#/store/sql/json.ts";

export interface ComparisonParts extends Omit<ComparedRecord, "comparison" | "fields" | "apart"> {
  memories: FieldMemoryRow[];
  /** L of a field, with what is live and whose rows follow. */
  baselineOf: (field: string) => Baseline | null;
}

/** Compares one record from the gathered inputs, without any I/O. */
export function compareSides(
  deps: Deps,
  { memories, baselineOf, ...parts }: ComparisonParts,
  { isAgainstStandard, isConfirmed }: { isAgainstStandard: boolean; isConfirmed: boolean },
): ComparedRecord {
  const { profile } = deps.service;
  const { record, here, against, original, changes } = parts;
  const region = profile.defaultRegion;
  const ledger = changes.map(toLedgerChange);
  const index = sideOf(deps, record, here);
  const base = overlaid(sideOf(deps, record, against), parts.changesAgainst, region);
  const first = originalSide(deps, record, original);
  // Without a common ancestor there is no L: the original counts only for what we knew of this index.
  const provenance = isAgainstStandard ? (original?.provenance ?? "presumed") : "presumed";
  const remembered = new Map(memories.map((row) => [row.field, row]));

  const kinds = new Map<string, FieldReading["kind"]>();
  for (const side of [index, base, first])
    for (const { key, kind } of side.fields) if (!kinds.has(key)) kinds.set(key, kind);
  const life = ledger.filter(({ operation }) => operation.op === "create" || operation.op === "delete");
  const creation = recordCreation(index.presence, life);
  if (creation !== null)
    for (const { name, kind, via } of profile.meanings(record.type)) if (via.length === 0) kinds.set(name, kind);
  for (const field of [...Object.keys(creation?.fields ?? {}), ...ledger.flatMap(({ field }) => field ?? [])])
    if (!kinds.has(field)) kinds.set(field, kindOf(profile, record.type, field) ?? "json");

  // Our own write under a meaning that the profile has lost may still be in the index, where no field names it, so a
  // moved record is not a sign of an outside change.
  const wroteLost = liveChanges(ledger).some(
    ({ field, state }) => field !== undefined && state !== "held" && !isHeldField(profile, record.type, field),
  );
  const isOverlay = isAgainstStandard && liesOverBase(profile);
  const isOurs = writtenByChanges(profile, record.type, changes);
  const isTheirs = unitsOf(
    profile,
    record.type,
    memories.flatMap(({ field, written_outside: isOutside }) => (isOutside ? [field] : [])),
  );
  const followsBase = (field: string | null) => isOverlay && !isOurs(field) && !isTheirs(field);
  const read = [...kinds].map(([key, kind]): FieldInput => {
    const changesOfField = ledger.filter(({ field }) => field === key);
    const stale = here.stale || against.stale;
    // A meaning that the profile no longer has cannot be read, so the field counts as not read instead of absent or
    // moved.
    if (!isHeldField(profile, record.type, key) && creation === null)
      return {
        key,
        kind: changesOfField.findLast((change) => change.kind !== undefined)?.kind ?? kind,
        original: null,
        baseline: {},
        known: {},
        base: null,
        index: null,
        changes: changesOfField,
        stale,
        region,
      };
    const memory = remembered.get(key);
    const given = first.reading(key);
    const now = index.reading(key);
    const isUnclaimed = wroteLost && key.startsWith("/") && memory === undefined && changesOfField.length === 0;
    const start =
      isUnclaimed && given !== null && now !== null && !equalReadings("json", given, now, region) ? null : given;
    return {
      key,
      kind,
      original: start === null ? null : { reading: start, provenance },
      baseline: (isAgainstStandard ? baselineOf(key) : null) ?? {},
      known: memory?.known ?? {},
      base: base.reading(key),
      index: index.reading(key),
      ...(creation === null ? {} : { created: { reading: givenIn(creation.fields, key), staged: creation.staged } }),
      changes: changesOfField,
      stale,
      ...(followsBase(key) ? { followsBase: true } : {}),
      mayBeLate: (memory?.late_request_at ?? null) !== null,
      region,
    };
  });
  // Where the index should follow base and does not, one of the readings may be older: base then says nothing yet.
  const isApart = read.some(differsFromFollowedBase);
  const fields = isConfirmed
    ? read
    : read.map((field) => (differsFromFollowedBase(field) ? { ...field, base: null } : field));
  const comparison = compareRecord({
    record,
    presence: {
      original: first.presence,
      baseline: decidedPresence(life) ?? (provenance === "observed" ? first.presence : null),
      base: base.presence,
      index: index.presence,
      known: knownPresence(life) ?? first.presence,
    },
    fields,
    changes: life,
    stale: here.stale || against.stale,
    mayBeLate: (remembered.get(WHOLE_RECORD)?.late_request_at ?? null) !== null,
    followsBase: followsBase(null),
  });
  const apart = isConfirmed ? ("confirmed" as const) : ("unconfirmed" as const);
  return { ...parts, comparison, fields, ...(isApart ? { apart } : {}) };
}

function givenIn(fields: { [field: string]: Json }, key: string): FieldReading["reading"] {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return value === undefined ? { absent: true } : { value };
}

/**
 * Whether base had the record at our decision: no for a creation of ours, yes for a deletion of ours that base still
 * has.
 */
function decidedPresence(life: readonly Change[]): Presence {
  const last = liveChanges(life).at(-1);
  if (last === undefined) return null;
  return last.operation.op === "create" ? "missing" : "present";
}

/** Whether the record existed after our last applied creation or deletion; null if there was none. */
function knownPresence(life: readonly Change[]): Presence {
  const last = liveChanges(life).findLast(({ state }) => state === "applied");
  if (last === undefined) return null;
  return last.operation.op === "create" ? "present" : "missing";
}

/** One side of a comparison: whether the record exists, and the value of each field. */
interface Side {
  presence: Presence;
  fields: readonly FieldReading[];
  reading(key: string): FieldReading["reading"] | null;
}

function sideOf(
  { service: { profile } }: Deps,
  { type }: RecordKey,
  { state, raw }: Pick<RecordReading, "state" | "raw">,
): Side {
  if (state === "not read") return { presence: null, fields: [], reading: () => null };
  if (raw === null) return { presence: "missing", fields: [], reading: () => null };
  const fields = fieldsOf(profile, type, raw);
  const byName = byKey(fields, ({ key }) => key);
  return {
    presence: "present",
    fields,
    reading: (key) => byName.get(key)?.reading ?? fieldReading(profile, type, raw, key),
  };
}

function originalSide(deps: Deps, record: RecordKey, original: OriginalRow | null): Side {
  if (original === null) return sideOf(deps, record, { state: "not read", raw: null });
  const raw: JsonObject | null = original.raw_text === null ? null : parseStored(original.raw_text);
  if (raw !== null && !fitsProfile(deps.service.profile, record.type, raw))
    return sideOf(deps, record, { state: "not read", raw: null });
  return sideOf(deps, record, { state: original.state, raw });
}

function overlaid(side: Side, changes: readonly Change[], region: string): Side {
  if (changes.length === 0 || side.presence === null) return side;
  const effective = overlayRecord({ present: side.presence === "present", fields: side.fields }, changes, region);
  const byName = byKey(effective.fields, ({ key }) => key);
  return {
    presence: effective.present ? "present" : "missing",
    fields: effective.fields,
    reading: (key) => byName.get(key)?.reading ?? side.reading(key),
  };
}

export function byKey<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [keyOfItem(item), item]));
}
