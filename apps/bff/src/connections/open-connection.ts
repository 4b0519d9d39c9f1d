import type { Connection, Deps, ServerDeps } from "#/context/deps.ts";
import { createOverlay } from "#/gateway/create-overlay.ts";
import { subscribeReactions } from "#/reactions.ts";
import { createRequestLog } from "#/request-log/request-log.ts";
import { createBackground } from "#/runtime/background.ts";
import { createEvents } from "#/runtime/events.ts";
import { createSignal } from "#/runtime/signal.ts";
import { openService, type Service, type ServiceOptions, type ServiceProfile } from "#/upstream/service.ts";
import { serviceTransport } from "#/upstream/service-addresses/service-transport.ts";
import type { SettingsProfile } from "#/upstream/settings-profile.ts";

export interface ConnectionParts {
  connection: Connection;
  apiKey: string;
  /** undefined: the version that the active profile names. */
  apiVersion?: string | undefined;
  callsPerMinute?: number | undefined;
  /** The active profile. */
  profile: ServiceProfile;
  settingsProfile: SettingsProfile;
  staleAfterMs: number;
  recordsAtOnce: number;
  samplesDir: string | undefined;
  /** What a test substitutes for the network and its limits. */
  serviceOptions?: Partial<ServiceOptions> | undefined;
}

export interface OpenConnection {
  deps: Deps;
  /** Stops its background work, and closes its ways to the service. */
  close(): Promise<void>;
}

/** Composes everything that belongs to one connection. Starts no background work. */
export async function openConnection(
  server: ServerDeps,
  {
    connection,
    apiKey,
    apiVersion,
    callsPerMinute,
    profile,
    settingsProfile,
    staleAfterMs,
    recordsAtOnce,
    samplesDir,
    serviceOptions = {},
  }: ConnectionParts,
): Promise<OpenConnection> {
  const { store, clock, log } = server;
  const requests = createRequestLog({
    db: store.db,
    connectionId: connection.id,
    profile: () => service.profile,
    log,
  });
  const service: Service = openService({
    baseUrl: connection.baseUrl,
    apiKey,
    apiVersion,
    callsPerMinute,
    profile,
    clock,
    openTransport: () => serviceTransport({ allowed: server.serviceAddresses }),
    ...serviceOptions,
    onCall: (report) => {
      requests.logCall(report);
      serviceOptions.onCall?.(report);
    },
    onRecord: (record) => requests.trackRecord(record),
  });
  const overlay = createOverlay(store.db, connection.id);
  await overlay.load();
  const deps: Deps = {
    ...server,
    connection,
    service,
    settingsProfile,
    requests,
    overlay,
    sendingSignal: createSignal(),
    staleAfterMs,
    recordsAtOnce,
    events: createEvents(),
    background: createBackground(log),
    samplesDir,
  };
  subscribeReactions(deps);
  return {
    deps,
    async close() {
      await deps.background.stop();
      await requests.stop();
      await service.client.close();
    },
  };
}
