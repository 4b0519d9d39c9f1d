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
  { indexId, type, practitionerId }: { indexId: string; type: string; practitionerId?: string },
): Promise<Listed> {
  try {
    const records = await client.records.list(type, {
      index: indexId,
      ...(practitionerId === undefined ? {} : { practitionerId }),
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
