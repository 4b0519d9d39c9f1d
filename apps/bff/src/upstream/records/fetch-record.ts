import { ApiResponseError, type ServiceRecord } from "@dc/api-client";
import type { Service } from "#/upstream/service.ts";
import { type ServiceFailure, toServiceFailure } from "#/upstream/service-failure.ts";

/** The outcome of one reading from the service. */
export type FetchedRecord =
  | { outcome: "found"; record: ServiceRecord }
  | { outcome: "missing"; words: NonNullable<ServiceFailure["words"]>; at: Date }
  | { outcome: "failed"; failure: ServiceFailure };

let reads = 0;

/**
 * Reads a record in an index. Failures of the service are returned; only programming errors are thrown. `joinsOthers`:
 * false never joins an equal read under way, which may have begun before something that this one is to see.
 */
export async function fetchRecord(
  service: Service,
  {
    indexId,
    type,
    id,
    joinsOthers = true,
    signal,
  }: { indexId: string; type: string; id: string; joinsOthers?: boolean; signal?: AbortSignal | undefined },
): Promise<FetchedRecord> {
  // Equal reads share one call, and a call with another deadline is another one.
  if (!joinsOthers) reads = (reads + 1) % 1000;
  try {
    return {
      outcome: "found",
      record: await service.client.records.retrieve(type, id, {
        index: indexId,
        ...(signal === undefined ? {} : { signal }),
        ...(joinsOthers ? {} : { deadlineMs: 10_000 + reads }),
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
