import { ApiSchemaError, createWireFormat, type ServiceProfile } from "@dc/api-client";
import { indexRecordKey, type JsonObject, type RecordKey } from "@dc/directory";

/** The references of the records that were read last, by index. */
export interface NamedRecords {
  /** Adds a record that the client read. */
  add(read: RecordInIndex, raw: JsonObject): void;
  /** Adds a record that was forwarded unparsed; it is parsed when its references are needed. */
  addBody(read: RecordInIndex, body: Uint8Array): void;
  /** The records that this one referred to. */
  namedBy(read: RecordInIndex): readonly RecordKey[];
}

/** A record in one index. */
export interface RecordInIndex {
  record: RecordKey;
  indexId: string;
}

interface Kept {
  type: string;
  by: ServiceProfile;
  content: JsonObject | Uint8Array;
  named: readonly RecordKey[] | null;
}

/** Twice the number of calls that the request log looks back on. */
const KEPT = 1_000;
/** Longer bodies are not kept, so that a few of them cannot fill the memory. */
const LONGEST_BODY = 32 * 1024;

/** Keeps read records in memory, and finds their references when needed. */
export function createNamedRecords(profile: () => ServiceProfile): NamedRecords {
  const kept = new Map<string, Kept>();
  const leading = new WeakMap<ServiceProfile, Map<string, readonly Leading[]>>();

  function leadingOf(by: ServiceProfile, type: string): readonly Leading[] {
    const known = leading.get(by) ?? new Map<string, readonly Leading[]>();
    leading.set(by, known);
    const meanings = known.get(type) ?? meaningsThatLead(by, type);
    known.set(type, meanings);
    return meanings;
  }

  function keep({ record: { type, id }, indexId }: RecordInIndex, content: Kept["content"]): void {
    const by = profile();
    if (leadingOf(by, type).length === 0) return;
    const key = indexRecordKey({ indexId, record: { type, id } });
    const before = kept.get(key);
    if (before !== undefined && before.by === by && isSame(before.content, content)) return;
    kept.delete(key);
    kept.set(key, { type, by, content, named: null });
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return {
    add: keep,
    addBody(read, body) {
      if (body.byteLength <= LONGEST_BODY) keep(read, body);
    },
    namedBy({ record: { type, id }, indexId }) {
      const reading = kept.get(indexRecordKey({ indexId, record: { type, id } }));
      if (reading === undefined) return [];
      reading.named ??= namedIn(reading, leadingOf(reading.by, type));
      return reading.named;
    },
  };
}

/** A meaning with references to records that can be read. */
interface Leading {
  name: string;
  of: string;
}

function meaningsThatLead(profile: ServiceProfile, type: string): readonly Leading[] {
  if (!profile.recordTypes.includes(type)) return [];
  return profile
    .meanings(type)
    .flatMap(({ name, of, via }) =>
      of !== null && via.length === 0 && profile.recordTypes.includes(of) ? [{ name, of }] : [],
    );
}

function namedIn({ type, by, content }: Kept, leading: readonly Leading[]): readonly RecordKey[] {
  const raw = content instanceof Uint8Array ? createWireFormat(by).openBody(type, content)?.raw : content;
  const readings = raw === undefined ? {} : readingsOf(by, type, raw);
  return leading.flatMap(({ name, of }) => {
    const reading = readings[name];
    const value = reading !== undefined && "value" in reading ? reading.value : null;
    const ids = Array.isArray(value) ? value : [value];
    return ids.flatMap((id) => (typeof id === "string" ? [{ type: of, id }] : []));
  });
}

function readingsOf(profile: ServiceProfile, type: string, raw: JsonObject): ReturnType<ServiceProfile["decode"]> {
  try {
    return profile.decode(type, raw);
  } catch (error) {
    // A body forwarded by the gateway need not fit the profile; it then has no known references.
    if (error instanceof ApiSchemaError) return {};
    throw error;
  }
}

function isSame(before: Kept["content"], now: Kept["content"]): boolean {
  if (before instanceof Uint8Array && now instanceof Uint8Array) return Buffer.compare(before, now) === 0;
  return before === now;
}
