import { type RequestPage, type RequestQuery, ServiceRequest } from "@dc/contract";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { selectServiceRequests } from "#/store/tables/connections/requests.ts";
import { curlOfCall, sendsBody } from "#/upstream/curl-of-call.ts";

/** A page of the recent calls to the service, newest first, without a total count. */
export async function listRequests({ connection, deps }: RequestContext, query: RequestQuery): Promise<RequestPage> {
  await deps.requests.flush();
  const { path, status, indexId, cause, cursor, limit } = query;
  const filter = { path, status, indexId: indexId === "none" ? null : indexId, cause };
  const rows = await selectServiceRequests(deps.store.db, { connectionId: connection.id, filter, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [Number(row.seq)]);
  return { items: items.map((row) => describeRequest(deps, row)), nextCursor, total: null };
}

function describeRequest(deps: Deps, row: Awaited<ReturnType<typeof selectServiceRequests>>[number]): ServiceRequest {
  const call = { method: row.method, path: row.path, indexId: row.index_id, operation: row.operation };
  return ServiceRequest.parse({
    seq: Number(row.seq),
    at: row.at.toISOString(),
    method: row.method,
    operation: row.operation,
    path: row.path,
    indexId: row.index_id,
    outcome: row.outcome,
    status: row.status,
    durationMs: row.duration_ms,
    attempt: row.attempt,
    calls: row.calls,
    serviceRequestId: row.service_request_id,
    cause: { kind: row.cause_kind, name: row.token_name ?? row.cause_name, id: row.cause_id },
    mixed:
      row.mixed_path === null || row.mixed_index_id === null
        ? null
        : { path: row.mixed_path, indexId: row.mixed_index_id },
    sendsBody: sendsBody(deps.service, call),
    curl: curlOfCall(deps.service, deps.connection, call),
  });
}
