import { equalReadings, type FieldKind, type JsonObject, type Reading, type RecordKey } from "@dc/directory";
import type { Deps } from "#/runtime/context.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { fieldReading } from "#/upstream/field-reading.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import { type NowRead, readNow } from "./read-now.ts";

/** How an index that must not move did: `ours` when it took our value. */
export type Moved = "none" | "ours" | "own";

export interface Sentinel {
  indexId: string;
  before: NowRead;
}

/** Another known index of the connection, read before the write, so that one can see whether it moved. */
export async function readSibling(deps: Deps, indexId: string, record: RecordKey): Promise<Sentinel | null> {
  const id = await selectSibling(deps.store.db, { connectionId: deps.connection.id, indexId, record });
  return id === undefined ? null : { indexId: id, before: await readNow(deps, id, record) };
}

/** Another index of the connection, one in which the record was read lately; with `readBy` it was read then or before, and not since. */
export async function selectSibling(
  db: Database,
  {
    connectionId,
    indexId,
    record,
    readBy,
  }: { connectionId: string; indexId: string; record: RecordKey; readBy?: Date },
): Promise<string | undefined> {
  let siblings = db
    .selectFrom("index_version")
    .leftJoin("reading", (join) =>
      join
        .onRef("reading.connection_id", "=", "index_version.connection_id")
        .onRef("reading.index_id", "=", "index_version.id")
        .on("reading.record_type", "=", record.type)
        .on("reading.record_id", "=", record.id),
    )
    .select("index_version.id")
    .where("index_version.connection_id", "=", connectionId)
    .where("index_version.id", "!=", indexId)
    .where("index_version.origin", "!=", "standard")
    .where("index_version.archived_at", "is", null);
  if (readBy !== undefined) siblings = siblings.where("reading.fetched_at", "<=", readBy);
  const row = await siblings
    .orderBy("reading.fetched_at", (order) => order.desc().nullsLast())
    .orderBy("index_version.id")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export interface IntendedField {
  /** Null for the record itself, which is to be there or gone. */
  field: string | null;
  kind: FieldKind;
  intended: Reading;
}

/** What a record says of a field, or that it is there. */
export function readingOf(
  profile: ServiceProfile,
  type: string,
  raw: JsonObject | null,
  field: string | null,
): Reading {
  if (field !== null) return fieldReading(profile, type, raw, field);
  return raw === null ? { absent: true } : { value: true };
}

/** Whether an index moved between two reads; null when one of them failed. */
export function movedBetween(
  deps: Deps,
  type: string,
  before: NowRead,
  after: NowRead,
  fields: readonly IntendedField[],
): Moved | null {
  if (before.outcome === "failed" || after.outcome === "failed") return null;
  if (before.contentHash === after.contentHash) return "none";
  const { profile } = deps.service;
  const took = fields.some(({ field, kind, intended }) => {
    const was = readingOf(profile, type, before.raw, field);
    const is = readingOf(profile, type, after.raw, field);
    return equalIn(profile, kind, is, intended) && !equalIn(profile, kind, was, intended);
  });
  return took ? "ours" : "own";
}

export function equalIn({ defaultRegion }: ServiceProfile, kind: FieldKind, a: Reading, b: Reading): boolean {
  return equalReadings(kind, a, b, defaultRegion);
}
