import { createIdCodec, type IdCodec } from "#/seed/id-codec.ts";
import type { JsonObject } from "#/json/json.ts";
import type { Facts, FactsOf, IdOf, RecordKind } from "#/seed/facts.ts";
import type { Spelling } from "#/spelling/spelling.ts";

/**
 * The base data: generated from the seed when it is read, plus the versions of each record that has changed since.
 * Every change is a revision of the whole base, so that a copy only needs to store the revision at which it was made.
 */
export interface Base {
  readonly revision: number;
  readonly changed: number;
  read(kind: RecordKind, id: string, revision: number): JsonObject | undefined;
  change(kind: RecordKind, id: string, record: JsonObject | null): void;
  exists(kind: RecordKind, id: string, revision: number): boolean;
  idOf: IdOf;
  ordinalOf(kind: RecordKind, id: string): number | undefined;
  isSeeded(kind: RecordKind, id: string): boolean;
  /** The ids of all records of a kind that were changed or created up to a revision, in the order of their first change. */
  changedIds(kind: RecordKind, revision: number): string[];
}

interface Version {
  readonly revision: number;
  readonly record: JsonObject | null;
}

const cachedRecords = 20_000;

export function createBase({ seed, facts, spelling }: { seed: string; facts: Facts; spelling: Spelling }): Base {
  const codecs: Record<RecordKind, IdCodec> = {
    practitioner: createIdCodec(spelling.ids.practitioner, seed),
    schedule: createIdCodec(spelling.ids.schedule, seed),
    place: createIdCodec(spelling.ids.place, seed),
    plan: createIdCodec(spelling.ids.plan, seed),
  };
  const idOf: IdOf = (kind, ordinal) => codecs[kind].encode(ordinal);
  const versions = new Map<string, Version[]>();
  const changedByKind: Record<RecordKind, Map<string, number>> = {
    practitioner: new Map(),
    schedule: new Map(),
    place: new Map(),
    plan: new Map(),
  };
  const cache = createBoundedCache<JsonObject>(cachedRecords);
  let revision = 0;

  const encode = <K extends RecordKind>(kind: K, subject: FactsOf<K> | undefined): JsonObject | undefined =>
    subject && spelling.records[kind]?.encodeFacts(subject, facts, idOf);
  const seeded = (kind: RecordKind, id: string): JsonObject | undefined => {
    const ordinal = codecs[kind].decode(id);
    if (ordinal === undefined) return undefined;
    if (kind === "practitioner") return encode(kind, facts.practitioner(ordinal));
    if (kind === "schedule") return encode(kind, facts.schedule(ordinal));
    if (kind === "place") return encode(kind, facts.place(ordinal));
    return encode(kind, facts.plan(ordinal));
  };
  const read: Base["read"] = (kind, id, asOf) => {
    const key = `${kind} ${id}`;
    const changed = versions.get(key)?.findLast((version) => version.revision <= asOf);
    if (changed) return changed.record ?? undefined;
    const cached = cache.get(key);
    if (cached) return cached;
    const generated = seeded(kind, id);
    if (generated) cache.set(key, generated);
    return generated;
  };

  return {
    get revision() {
      return revision;
    },
    get changed() {
      return versions.size;
    },
    read,
    exists(kind, id, asOf) {
      if (spelling.records[kind]) return read(kind, id, asOf) !== undefined;
      const ordinal = codecs[kind].decode(id);
      return ordinal !== undefined && (kind === "plan" ? facts.plan(ordinal) : facts.place(ordinal)) !== undefined;
    },
    change(kind, id, record) {
      revision += 1;
      if (!changedByKind[kind].has(id)) changedByKind[kind].set(id, revision);
      const key = `${kind} ${id}`;
      const list = versions.get(key) ?? [];
      list.push({ revision, record });
      versions.set(key, list);
    },
    idOf,
    ordinalOf: (kind, id) => codecs[kind].decode(id),
    isSeeded: (kind, id) => seeded(kind, id) !== undefined,
    changedIds: (kind, asOf) => [...changedByKind[kind]].filter(([, first]) => first <= asOf).map(([id]) => id),
  };
}

/** The most recently used entries, at most `limit` of them. */
function createBoundedCache<V>(limit: number): {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
} {
  const entries = new Map<string, V>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.size > limit ? entries.keys().next() : undefined;
      if (oldest && !oldest.done) entries.delete(oldest.value);
    },
    delete: (key) => void entries.delete(key),
  };
}
