import { type JsonObject, type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { parseStored } from "#/store/sql/json.ts";
import { selectLiveOnRecords } from "#/store/tables/changes/changes.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { selectReferring } from "#/store/tables/records/record-references.ts";
import { selectRosterKeysOfPractitioners, updateRosterNames } from "#/store/tables/directories/roster.ts";
import { type Database, type Transaction, transact } from "#/store/sql/transaction.ts";
import { effectiveRaw } from "#/upstream/records/effective-raw.ts";
import { nameReferences } from "#/upstream/records/name-references.ts";
import { fitsProfile, nameOf, preferredNameOf } from "#/upstream/records/to-domain.ts";

/** Limits how many references are followed in a row, in case the data is wrong. */
const LONGEST_CHAIN = 4;

/** Records by key, as readers of the directory get them; null for one that is not known, or not there. */
type EffectiveRecords = Map<string, JsonObject | null>;

interface OfIndex {
  indexId: string;
  records: readonly RecordKey[];
}

/** What the caller knows already and need not be looked up, by record key. */
interface Known {
  /** Records as readers of the directory get them. */
  effective?: ReadonlyMap<string, JsonObject | null>;
  /** Records as the service has them. */
  read?: ReadonlyMap<string, JsonObject | null>;
}

/** What a record is called, and what it prefers to be called where that is something else; null for what it does not say. */
export interface RecordNames {
  name: string | null;
  preferredName: string | null;
}

/** What `effectiveRecordNames` says, of names alone. */
export async function effectiveNames(
  deps: Deps,
  db: Database | Transaction,
  of: OfIndex,
  known: Known = {},
): Promise<Map<string, string | null>> {
  const names = await effectiveRecordNames(deps, db, of, known);
  return new Map([...names].map(([key, { name }]) => [key, name]));
}

/**
 * The names of these records in the directory: as last read, with the live changes laid over, and with what records that
 * they refer to say.
 */
export async function effectiveRecordNames(
  deps: Deps,
  db: Database | Transaction,
  { indexId, records }: OfIndex,
  { effective, read }: Known = {},
): Promise<Map<string, RecordNames>> {
  const { profile } = deps.service;
  const { from } = nameReferences(profile);
  const known: EffectiveRecords = new Map(effective);
  const load = async (asked: readonly RecordKey[]) => {
    const unknown = asked.filter((record) => !known.has(recordKey(record)));
    for (const [key, raw] of await effectiveRecords(deps, db, { indexId, records: unknown }, read)) known.set(key, raw);
  };
  await load(records);
  let holders = records;
  for (let step = 0; step < LONGEST_CHAIN && holders.length > 0; step += 1) {
    const targets = new Map<string, RecordKey>();
    for (const record of holders) {
      const raw = known.get(recordKey(record)) ?? null;
      for (const { meaning, of } of raw === null ? [] : (from.get(record.type) ?? [])) {
        const id = referenceIn(deps, record.type, raw, meaning);
        if (id !== null) targets.set(recordKey({ type: of, id }), { type: of, id });
      }
    }
    holders = [...targets.values()].filter((record) => !known.has(recordKey(record)));
    await load(holders);
  }
  const follow = (type: string, id: string) => known.get(recordKey({ type, id })) ?? null;
  return new Map(
    records.map((record) => {
      const raw = known.get(recordKey(record)) ?? null;
      if (raw === null) return [recordKey(record), { name: null, preferredName: null }];
      const name = nameOf(profile, record.type, raw, follow);
      const preferredName = preferredNameOf(profile, record.type, raw, follow);
      return [recordKey(record), { name, preferredName: preferredName === name ? null : preferredName }];
    }),
  );
}

function referenceIn({ service: { profile } }: Deps, type: string, raw: JsonObject | null, meaning: string) {
  const reading = raw === null ? undefined : profile.decode(type, raw)[meaning];
  return reading !== undefined && "value" in reading && typeof reading.value === "string" ? reading.value : null;
}

/** These records as readers of the directory get them, by key; null for one that is not known, or not there. */
export async function effectiveRecords(
  { connection, service: { profile } }: Deps,
  db: Database | Transaction,
  { indexId, records }: OfIndex,
  read: ReadonlyMap<string, JsonObject | null> = new Map(),
): Promise<EffectiveRecords> {
  if (records.length === 0) return new Map();
  const connectionId = connection.id;
  const unread = records.filter((record) => !read.has(recordKey(record)));
  const readings = await selectReadings(
    db,
    connectionId,
    unread.map((record) => ({ indexId, record })),
  );
  const changes =
    indexId === profile.standardIndex ? [] : await selectLiveOnRecords(db, { connectionId, indexId, records });
  const textOf = new Map(readings.map((row) => [recordKey(recordOf(row)), row.raw_text]));
  const changesOf = Map.groupBy(changes, ({ record }) => recordKey(record));
  return new Map(
    records.map((record) => {
      const key = recordKey(record);
      const text = textOf.get(key) ?? null;
      const raw = read.get(key) ?? (text === null ? null : parseStored(text));
      if (!profile.recordTypes.includes(record.type) || (raw !== null && !fitsProfile(profile, record.type, raw)))
        return [key, null];
      return [key, effectiveRaw(profile, record.type, raw, changesOf.get(key) ?? [])];
    }),
  );
}

/** Saves the names that these records have by now, and those of the records whose names say something of them. */
export async function saveNames(deps: Deps, { indexId, records }: OfIndex): Promise<void> {
  if (records.length === 0) return;
  await transact(deps.store.db, async (trx) => {
    const named = await namedByThem(deps, trx, { indexId, records });
    await renameEntries(deps, trx, { indexId, records: [...records, ...named] });
  });
}

/** The same for the records alone whose names say something of these. */
export async function saveNamesOfOthers(deps: Deps, trx: Transaction, { indexId, records }: OfIndex): Promise<void> {
  await renameEntries(deps, trx, { indexId, records: await namedByThem(deps, trx, { indexId, records }) });
}

async function renameEntries(deps: Deps, trx: Transaction, of: OfIndex): Promise<void> {
  if (of.records.length === 0) return;
  const names = await effectiveRecordNames(deps, trx, of);
  await updateRosterNames(trx, {
    connectionId: deps.connection.id,
    indexId: of.indexId,
    names: of.records.flatMap((record) => {
      const { name = null, preferredName = null } = names.get(recordKey(record)) ?? {};
      return name === null ? [] : [{ record, name, preferredName }];
    }),
  });
}

async function namedByThem(
  { connection, service: { profile } }: Deps,
  trx: Transaction,
  { indexId, records }: OfIndex,
): Promise<RecordKey[]> {
  const { namedBy } = nameReferences(profile);
  const place = { connectionId: connection.id, indexId };
  const types = new Set(records.flatMap(({ type }) => [...(namedBy.get(type) ?? [])]));
  if (types.size === 0) return [];
  const leading = new Map<string, RecordKey>();
  let holders = records.filter(({ type }) => namedBy.has(type));
  for (let step = 0; step < LONGEST_CHAIN && holders.length > 0; step += 1) {
    const practitionerIds = holders.flatMap(({ type, id }) => (type === "practitioner" ? [id] : []));
    const referring = [
      ...(await selectReferring(trx, { ...place, targets: holders.filter(({ type }) => type !== "practitioner") })),
      ...(await selectRosterKeysOfPractitioners(trx, { ...place, practitionerIds })),
    ];
    const fresh = new Map(referring.map((record) => [recordKey(record), record]));
    for (const key of leading.keys()) fresh.delete(key);
    for (const [key, record] of fresh) leading.set(key, record);
    holders = [...fresh.values()];
  }
  return [...leading.values()].filter(({ type }) => types.has(type));
}
