import type { RecordKey } from "@dc/directory";
import { type Selectable, sql } from "kysely";
import { json } from "#/store/sql/json.ts";
import type { RequestCauseKind, ServiceRequestTable } from "#/store/schema/request-tables.ts";
import type { Database } from "#/store/sql/transaction.ts";

export type ServiceRequestRow = Selectable<ServiceRequestTable>;
export type NewServiceRequest = Omit<ServiceRequestRow, "seq" | "connection_id">;

/** The most calls that are stored for a connection. */
const KEPT = 10_000;

/** Inserts a batch in one statement, and deletes the oldest calls beyond the limit. */
export async function insertServiceRequests(
  db: Database,
  connectionId: string,
  requests: readonly NewServiceRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  await sql`
    insert into service_request (connection_id, at, method, operation, path, index_id, outcome, status, duration_ms, attempt,
      service_request_id, cause_kind, cause_name, cause_id, mixed_path, mixed_index_id, calls)
    select ${connectionId}, at, method, operation, path, index_id, outcome, status, duration_ms, attempt,
      service_request_id, cause_kind, cause_name, cause_id, mixed_path, mixed_index_id, calls
    from json_to_recordset(${json(requests)}::json) as given (at timestamptz, method text, operation text, path text, index_id text,
      outcome text, status integer, duration_ms integer, attempt integer, service_request_id text, cause_kind text,
      cause_name text, cause_id text, mixed_path text, mixed_index_id text, calls integer)
  `.execute(db);
  await db
    .deleteFrom("service_request")
    .where("connection_id", "=", connectionId)
    .where("seq", "<=", (select) =>
      select
        .selectFrom("service_request")
        .where("connection_id", "=", connectionId)
        .select(sql<number>`max(seq) - ${sql.lit(KEPT)}`.as("seq")),
    )
    .execute();
}

export interface RequestFilter {
  path: string | undefined;
  status: string | undefined;
  /** null for calls that named no index. */
  indexId: string | null | undefined;
  cause: RequestCauseKind | undefined;
}

/** Newest first, those before this `seq`, with one row more than requested and the name of the gateway's token. */
export async function selectServiceRequests(
  db: Database,
  {
    connectionId,
    filter,
    before,
    limit,
  }: { connectionId: string; filter: RequestFilter; before: number | undefined; limit: number },
): Promise<(ServiceRequestRow & { token_name: string | null })[]> {
  const { path, status, indexId, cause } = filter;
  let matching = db
    .selectFrom("service_request")
    .leftJoin("access_token", (join) => join.onRef("access_token.id", "=", "service_request.cause_id"))
    .selectAll("service_request")
    .select("access_token.name as token_name")
    .where("service_request.connection_id", "=", connectionId);
  if (path !== undefined) matching = matching.where(sql<boolean>`strpos(lower(path), ${path.toLowerCase()}) > 0`);
  if (indexId !== undefined)
    matching = indexId === null ? matching.where("index_id", "is", null) : matching.where("index_id", "=", indexId);
  if (cause !== undefined) matching = matching.where("cause_kind", "=", cause);
  if (before !== undefined) matching = matching.where("seq", "<", before);
  if (status === "ok") matching = matching.where("status", "<", 400);
  else if (status === "failed")
    matching = matching
      .where((where) => where.or([where("status", ">=", 400), where("status", "is", null)]))
      .where("outcome", "!=", "not-kept");
  else if (status === "no-answer")
    matching = matching.where("status", "is", null).where("outcome", "not in", ["refused", "not-kept"]);
  else if (status === "refused") matching = matching.where("outcome", "=", "refused");
  else if (status === "mixed") matching = matching.where("mixed_path", "is not", null);
  else if (status !== undefined && status.endsWith("xx")) {
    const least = Number(status.charAt(0)) * 100;
    matching = matching.where("status", ">=", least).where("status", "<", least + 100);
  } else if (status !== undefined) matching = matching.where("status", "=", Number(status));
  return await matching
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
}

/** The known references between these records, in any index. */
export async function selectKnownReferences(
  db: Database,
  connectionId: string,
  records: readonly RecordKey[],
): Promise<{ from: RecordKey; to: RecordKey }[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const shared = await db
    .selectFrom("record_reference")
    .select(["record_type", "record_id", "target_type", "target_id"])
    .distinct()
    .where("connection_id", "=", connectionId)
    .where("record_id", "in", ids)
    .execute();
  const schedules = await db
    .selectFrom("roster_entry")
    .select(["record_type", "record_id", "practitioner_id"])
    .distinct()
    .where("connection_id", "=", connectionId)
    .where("record_id", "in", ids)
    .where("practitioner_id", "is not", null)
    // A practitioner's own entry refers to itself.
    .where("record_type", "!=", "practitioner")
    .execute();
  return [
    ...shared.map((row) => ({
      from: { type: row.record_type, id: row.record_id },
      to: { type: row.target_type, id: row.target_id },
    })),
    ...schedules.map((row) => ({
      from: { type: row.record_type, id: row.record_id },
      to: { type: "practitioner", id: row.practitioner_id ?? "" },
    })),
  ];
}
