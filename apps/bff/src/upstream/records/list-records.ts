import { recordOperation, type ServiceProfile } from "@dc/api-client";
import type { JsonObject } from "@dc/directory";
import type { Service } from "#/upstream/service.ts";
import { type ServiceFailure, toServiceFailure } from "#/upstream/service-failure.ts";

export interface ListedRecord {
  id: string;
  raw: JsonObject;
}

/** A list from the service, if its profile has an operation for it. */
export type Listed =
  | { outcome: "no such operation" }
  | { outcome: "listed"; records: ListedRecord[] }
  | { outcome: "failed"; failure: ServiceFailure };

/** Lists the records of a type in an index, optionally of one practitioner. Failures of the service are returned. */
export async function listRecords(
  { client, profile }: Service,
  {
    indexId,
    type,
    practitionerId,
    signal,
  }: { indexId: string; type: string; practitionerId?: string; signal?: AbortSignal },
): Promise<Listed> {
  try {
    const records = await client.records.list(type, {
      index: indexId,
      ...(practitionerId === undefined ? {} : { practitionerId }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (records === null) return { outcome: "no such operation" };
    const usable = records.filter(({ id }) => profile.fitsId(type, id));
    return { outcome: "listed", records: usable.map(({ id, raw }) => ({ id, raw })) };
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    return { outcome: "failed", failure };
  }
}

/** A list is read once for whoever types a name letter by letter. */
const KEPT_MS = 60_000;
const kept = new WeakMap<ServiceProfile, Map<string, { until: number; listed: Promise<Listed> }>>();

/** Lists every record of a type in an index, at most a minute ago; a list that asks whose records are meant is none. */
export async function listWholeType(
  service: Service,
  { indexId, type }: { indexId: string; type: string },
): Promise<Listed> {
  const { profile } = service;
  const name = recordOperation("list", type);
  if (profile.lookUps(type).some(({ operation }) => operation === name)) return { outcome: "no such operation" };
  const lists = kept.get(profile) ?? new Map<string, { until: number; listed: Promise<Listed> }>();
  kept.set(profile, lists);
  const key = `${indexId} ${type}`;
  const now = service.now().getTime();
  const before = lists.get(key);
  if (before !== undefined && before.until > now) return await before.listed;
  const listed = listRecords(service, { indexId, type });
  lists.set(key, { until: now + KEPT_MS, listed });
  const answer = await listed.catch((error: unknown) => {
    lists.delete(key);
    throw error;
  });
  if (answer.outcome === "failed") lists.delete(key);
  return answer;
}
