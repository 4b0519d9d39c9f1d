import { type RequestPage, type RequestQuery, ServiceRequest } from "@dc/contract";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { cutPage, readNumber } from "#/store/sql/keyset.ts";
import { selectSeenSets } from "#/store/tables/changes/change-sets.ts";
import { selectServiceRequests } from "#/store/tables/connections/requests.ts";
import { curlOfCall, sendsBody } from "#/upstream/curl-of-call.ts";

/** A page of the recent calls to the service, newest first, without a total count. */
export async function listRequests(context: RequestContext, query: RequestQuery): Promise<RequestPage> {
  const { connection, deps } = context;
  const { secrets } = deps;
  await deps.requests.flush();
  const { path, status, indexId, cause, cursor, limit } = query;
  const filter = { path, status, indexId: indexId === "none" ? null : indexId, cause };
  const before = readNumber(secrets, cursor, "request");
  const rows = await selectServiceRequests(deps.store.db, { connectionId: connection.id, filter, before, limit });
  const { items, nextCursor } = cutPage(rows, limit, ({ seq }) => [secrets.hideNumber(Number(seq), "request")]);
  const seen = await selectSeenSets(deps.store.db, setsOf(items));
  return { items: items.map((row) => describeRequest(deps, row, seen)), nextCursor, total: null };
}

type RequestRow = Awaited<ReturnType<typeof selectServiceRequests>>[number];

/** The change sets that were being sent. */
const setsOf = (rows: readonly RequestRow[]) =>
  rows.flatMap(({ cause_kind, cause_id: id }) => (cause_kind === "work" && id?.startsWith("set_") ? [id] : []));

function describeRequest(deps: Deps, row: RequestRow, seen: ReadonlySet<string>): ServiceRequest {
  const call = { method: row.method, path: row.path, indexId: row.index_id, operation: row.operation };
  return ServiceRequest.parse({
    id: deps.secrets.hideNumber(Number(row.seq), "request"),
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
    cause: {
      kind: row.cause_kind,
      name: row.token_name ?? row.cause_name,
      id: setsOf([row]).every((id) => seen.has(id)) ? row.cause_id : null,
    },
    mixed:
      row.mixed_path === null || row.mixed_index_id === null
        ? null
        : { path: row.mixed_path, indexId: row.mixed_index_id },
    sendsBody: sendsBody(deps.service, call),
    curl: curlOfCall(deps.service, deps.connection, call),
  });
}
