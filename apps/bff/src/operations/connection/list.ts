import { type ConnectionList, type ListedConnection, reachOf } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { limitedContext, reachIn } from "#/context/reach.ts";
import { type ConnectionRow, selectConnections } from "#/store/tables/connections/connection.ts";
import { selectConnectionCounts } from "#/store/tables/connections/connection-counts.ts";
import { healthOf } from "./internal/health.ts";
import { CONNECTION_ID } from "./save.ts";

/** The connections in which the caller has a role, the one of the environment first. */
export async function listConnections(context: RequestContext): Promise<ConnectionList> {
  const held = new Set(context.roles.map(({ connectionId }) => connectionId));
  const rows = (await selectConnections(context.deps.wholeStore.db)).filter(({ id }) => held.has(id));
  rows.sort((a, b) => Number(b.id === CONNECTION_ID) - Number(a.id === CONNECTION_ID));
  return { items: await Promise.all(rows.map(async (row) => await listed(context, row))) };
}

/** A connection as its list shows it to the caller. */
export async function listed(context: RequestContext, row: ConnectionRow): Promise<ListedConnection> {
  const open = context.deps.connections.of(row.id);
  const { id, name, mode, base_url: baseUrl, api_version: apiVersion } = row;
  const isFromEnvironment = id === CONNECTION_ID;
  const reach = reachIn({ roles: context.roles, connection: { ...context.connection, id } }, "read");
  return {
    id,
    name,
    baseUrl,
    mode,
    apiVersion: open?.connection.apiVersion ?? apiVersion,
    version: row.version,
    isFromEnvironment,
    isAdministered: administers(context, id),
    archivedAt: row.archived_at?.toISOString() ?? null,
    profileName: open?.service.profile.name ?? row.profile_name ?? "",
    health:
      open === undefined
        ? {
            state: "down",
            lastOkAt: null,
            lastFailedAt: null,
            detail: "Its key cannot be opened: SECRET_KEY is not the one that it was sealed with.",
          }
        : healthOf(open, reach),
    ...(await countsOf(context, id, reach)),
    key:
      isFromEnvironment || row.key_last_four === null
        ? null
        : { lastFour: row.key_last_four, setAt: (row.key_set_at ?? row.created_at).toISOString() },
    fixedApiVersion: row.fixed_api_version,
    requestBudget: row.request_budget,
    staleAfterHours: Math.round((open?.staleAfterMs ?? (row.stale_after_hours ?? 24) * 3_600_000) / 3_600_000),
    recordsAtOnce: open?.recordsAtOnce ?? row.records_at_once,
    approvals: {
      required: row.approvals_required,
      ownCounts: row.own_approval_counts,
      reasonRequired: row.reason_required,
      applyAgeHours: row.apply_age_hours,
    },
  };
}

/** Whether the caller may change the connection. */
function administers({ roles }: Pick<RequestContext, "roles">, id: string): boolean {
  const held = roles.filter(({ connectionId }) => connectionId === id);
  return reachOf(held, "connection") === "all";
}

/** Only what the caller may see is counted. */
async function countsOf(
  context: RequestContext,
  id: string,
  reach: ReturnType<typeof reachIn>,
): Promise<{ directories: number; records: number }> {
  if (reach === "none") return { directories: 0, records: 0 };
  const whole = { ...context, deps: { ...context.deps, store: context.deps.wholeStore } };
  return await selectConnectionCounts(limitedContext(whole, reach).deps.store.db, id);
}
