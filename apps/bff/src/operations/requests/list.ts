import { curlOf, type RequestDescription } from "@dc/api-client";
import { type RequestPage, type RequestQuery, ServiceRequest } from "@dc/contract";
import type { Deps, RequestContext } from "#/context.ts";
import { cutPage } from "#/store/keyset.ts";
import { selectServiceRequests } from "#/store/requests.ts";

/** A page of the recent calls to the service, newest first. How many there are is not counted. */
export async function listRequests({ connection, deps }: RequestContext, query: RequestQuery): Promise<RequestPage> {
  await deps.requests.flush();
  const { path, status, indexId, cause, cursor, limit } = query;
  const filter = { path, status, indexId: indexId === "none" ? null : indexId, cause };
  const rows = await selectServiceRequests(deps.store.db, { connectionId: connection.id, filter, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [Number(row.seq)]);
  return { items: items.map((row) => describeRequest(deps, row)), nextCursor, total: null };
}

function describeRequest(deps: Deps, row: Awaited<ReturnType<typeof selectServiceRequests>>[number]): ServiceRequest {
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
    serviceRequestId: row.service_request_id,
    cause: { kind: row.cause_kind, name: row.token_name ?? row.cause_name, id: row.cause_id },
    mixed: row.mixed_path === null || row.mixed_index_id === null ? null : { path: row.mixed_path, indexId: row.mixed_index_id },
    curl: curl(deps, row),
  });
}

const methods: readonly RequestDescription["method"][] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function curl({ service, connection }: Deps, { method, path, index_id }: { method: string; path: string; index_id: string | null }): string {
  const { profile } = service;
  const { headers } = profile.data;
  const known = methods.find((name) => name === method) ?? "GET";
  const command = curlOf(profile, connection.baseUrl, {
    method: known,
    path,
    headers: {
      accept: "application/json",
      [headers.apiVersion.name]: connection.apiVersion,
      ...(index_id === null ? {} : { [headers.index.name]: index_id }),
      ...(known === "GET" ? {} : { "content-type": "application/json" }),
    },
    body: null,
  });
  return known === "GET" ? command : `${command} \\\n  -d '<BODY>'`;
}
