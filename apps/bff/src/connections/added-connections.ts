import { ApiConnectionError, type Transport } from "@dc/api-client";
import type { Connection, Deps, ServerDeps } from "#/context/deps.ts";
import { CONNECTION_ID, keyPurpose } from "#/operations/connection/save.ts";
import { profileInForce } from "#/operations/profile/in-force.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { type ConnectionRow, selectConnections } from "#/store/tables/connections/connection.ts";
import { requireBuildable, type ServiceAccess } from "#/upstream/service.ts";
import { settingsProfile } from "#/upstream/settings-profile.ts";
import { type OpenConnection, openConnection } from "./open-connection.ts";

const HOUR_MS = 3_600_000;

/** The connections that people added, beside the one of the environment. */
export async function readAdded(db: Database): Promise<ConnectionRow[]> {
  return (await selectConnections(db)).filter(({ id }) => id !== CONNECTION_ID);
}

/**
 * Opens a connection that somebody added. `staleAfterMs` is for one whose own age is not given. Throws if its key does not
 * open with the secret key of this server.
 */
export async function openAdded(server: ServerDeps, row: ConnectionRow, staleAfterMs: number): Promise<OpenConnection> {
  const access = accessOf(server.secrets, row);
  const given = settingsProfile(undefined);
  const profile = await profileInForce(server.store, {
    connectionId: row.id,
    settings: given,
    requireUsable: (saved) => requireBuildable(access, saved),
    onUnusable: (revision, error) =>
      server.log.error(
        { err: error, revision, connectionId: row.id },
        "the saved profile cannot be used; the default profile is in force",
      ),
  });
  return await openConnection(server, {
    connection: connectionOf(row),
    ...access,
    profile,
    settingsProfile: given,
    staleAfterMs: staleAfterOf(row) ?? staleAfterMs,
    recordsAtOnce: row.records_at_once,
    samplesDir: undefined,
    ...(row.archived_at === null ? {} : { serviceOptions: { openTransport: () => outOfUse } }),
  });
}

/** Lets an open connection go on with what was changed. Calls under way end as they began. */
export function changeAdded(deps: Deps, row: ConnectionRow): void {
  deps.service.prepareAccess(accessOf(deps.secrets, row))();
  deps.connection = { ...connectionOf(row), apiVersion: deps.service.apiVersionBy(deps.service.profile) };
  deps.staleAfterMs = staleAfterOf(row) ?? deps.staleAfterMs;
  deps.recordsAtOnce = row.records_at_once;
}

function staleAfterOf({ stale_after_hours: hours }: ConnectionRow): number | undefined {
  return hours === null ? undefined : hours * HOUR_MS;
}

function connectionOf(row: ConnectionRow): Connection {
  const { id, name, base_url: baseUrl, api_version: apiVersion, mode, archived_at: archivedAt } = row;
  return { id, name, baseUrl, apiVersion, mode, isArchived: archivedAt !== null };
}

function accessOf(secrets: Secrets, row: ConnectionRow): ServiceAccess {
  return {
    baseUrl: row.base_url,
    apiKey: secrets.open(row.key_sealed, keyPurpose(row.id)),
    apiVersion: row.fixed_api_version ?? undefined,
    callsPerMinute: row.request_budget ?? undefined,
  };
}

/** Sends nothing, since the connection is out of use. */
const outOfUse: Transport = {
  send: () => Promise.reject(new ApiConnectionError({ mayHaveArrived: false, code: "OUT_OF_USE" })),
  close: () => Promise.resolve(),
};
