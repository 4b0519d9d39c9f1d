import { ApiResponseError, type ServiceRecord } from "@dc/api-client";
import type { Service } from "./service.ts";
import { type ServiceFailure, toServiceFailure } from "./service-failure.ts";

/** The outcome of one reading from the service. */
export type FetchedRecord =
  | { outcome: "found"; record: ServiceRecord }
  | { outcome: "missing"; words: NonNullable<ServiceFailure["words"]>; at: Date }
  | { outcome: "failed"; failure: ServiceFailure };

/** Reads a record in an index. Failures of the service are returned; only programming errors are thrown. */
export async function fetchRecord(
  service: Service,
  { indexId, type, id, deadlineMs }: { indexId: string; type: string; id: string; deadlineMs?: number },
): Promise<FetchedRecord> {
  try {
    return {
      outcome: "found",
      record: await service.client.records.retrieve(type, id, {
        index: indexId,
        ...(deadlineMs === undefined ? {} : { deadlineMs }),
      }),
    };
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    if (error instanceof ApiResponseError && error.reason === "missing" && failure.words !== null) {
      return { outcome: "missing", words: failure.words, at: service.now() };
    }
    return { outcome: "failed", failure };
  }
}

/** The request of a reading, without origin and headers. */
export function describeRead(
  { profile }: Service,
  type: string,
  id: string,
): { method: string; path: string; operation: string } {
  const name = `read${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const operation = Object.hasOwn(profile.data.operations, name) ? profile.data.operations[name] : undefined;
  if (operation === undefined) return { method: "GET", path: "", operation: name };
  return { method: operation.method, operation: name, path: operation.path.replace("{id}", encodeURIComponent(id)) };
}
