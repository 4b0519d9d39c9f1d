import type { Logger } from "pino";
import { changeAdded, openAdded, readAdded } from "#/connections/added-connections.ts";
import { openConnection } from "#/connections/open-connection.ts";
import { resealKeys } from "#/connections/reseal-keys.ts";
import { createRegistry, type Registry } from "#/connections/registry.ts";
import type { Clock, Deps, ServerDeps } from "#/context/deps.ts";
import type { IdentityProviderSettings } from "#/context/identity-provider.ts";
import { createEventStreams } from "#/event-stream/event-streams.ts";
import { createTokenCache } from "#/gateway/create-token-cache.ts";
import { resealSecondFactors } from "#/operations/account/second-factor.ts";
import { CONNECTION_ID, saveConnection } from "#/operations/connection/save.ts";
import { profileInForce, reloadSavedProfile } from "#/operations/profile/in-force.ts";
import { createBackground } from "#/runtime/background.ts";
import { newId } from "#/runtime/new-id.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { UNDO_MS } from "#/sending/sending.ts";
import { openIdentityProvider } from "#/sign-in/identity-provider.ts";
import * as passkeys from "#/sign-in/passkeys.ts";
import { createSessions } from "#/sign-in/sessions.ts";
import type { Store } from "#/store/engine/database.ts";
import { requireBuildable, type ServiceOptions } from "#/upstream/service.ts";
import type { AllowedAddresses } from "#/upstream/service-addresses/allowed-addresses.ts";
import type { SettingsProfile } from "#/upstream/settings-profile.ts";

/** The service that a server is composed for. */
export interface ServiceDescription {
  baseUrl: string;
  apiKey: string;
  /** undefined: the version that the active profile names. */
  apiVersion: string | undefined;
  mode: "test" | "live";
  samplesDir: string | undefined;
}

const STALE_AFTER_MS = 86_400_000;
const RECORDS_AT_ONCE = 4;

export interface ServerParts {
  /** Open and migrated. */
  store: Store;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  service: ServiceDescription;
  /** Where services may be. */
  serviceAddresses: AllowedAddresses;
  settingsProfile: SettingsProfile;
  /** With which people can sign in, beside passwords. */
  identityProvider?: IdentityProviderSettings | undefined;
  /** How long an undo can stop applied changes; five seconds by default. */
  undoMs?: number | undefined;
  /** How long a request waits for the end of a check that it began; two seconds by default. */
  checkWaitMs?: number;
  /** The age beyond which a reading is called old; one day by default. */
  staleAfterMs?: number | undefined;
  recordsAtOnce?: number | undefined;
  /** What a test substitutes for the network and its limits. */
  serviceOptions?: Partial<ServiceOptions>;
}

export interface ComposedServer {
  /** Of the connection of the environment. */
  deps: Deps;
  connections: Registry;
  /** Stops the background work, then closes the clients and the store. */
  close(): Promise<void>;
}

/** The only place where the server is composed, for its start and for tests. Starts no background work. */
export async function compose({
  store,
  clock,
  log,
  secrets,
  service: described,
  serviceAddresses,
  settingsProfile,
  identityProvider,
  undoMs = UNDO_MS,
  checkWaitMs = 2_000,
  staleAfterMs = STALE_AFTER_MS,
  recordsAtOnce = RECORDS_AT_ONCE,
  serviceOptions = {},
}: ServerParts): Promise<ComposedServer> {
  const profile = await profileInForce(store, {
    connectionId: CONNECTION_ID,
    settings: settingsProfile,
    requireUsable: (saved) => requireBuildable(described, saved),
    onUnusable: (revision, error) =>
      log.error({ err: error, revision }, "the saved profile cannot be used; the profile of the settings is in force"),
  });
  const { baseUrl, apiKey, mode, apiVersion, samplesDir } = described;
  const connection = await saveConnection(store.db, {
    service: { baseUrl, apiKey, mode, apiVersion: apiVersion ?? profile.data.apiVersion },
    profile,
    secrets,
    clock,
  });
  if (secrets.previousSignInSecret !== undefined) {
    await resealSecondFactors({ wholeStore: store, secrets, log });
    await resealKeys(store.db, secrets, log);
  }
  const tokens = createTokenCache({ db: store.db, clock });
  await tokens.refresh();
  const connections = createRegistry({
    readAdded: async () => await readAdded(store.db),
    openAdded: async (row) => await openAdded(server, row, staleAfterMs),
    changeAdded,
    log,
  });
  const server: ServerDeps = {
    store,
    wholeStore: store,
    clock,
    newId,
    log,
    secrets,
    sessions: createSessions({ db: store.db, secrets, clock }),
    passkeys,
    identityProvider: identityProvider && openIdentityProvider(identityProvider, { log, now: () => clock.now() }),
    tokens,
    serviceAddresses,
    eventStreams: createEventStreams({
      now: () => clock.now(),
      secrets,
      onError: (error) => log.error({ err: error }, "the event stream failed"),
    }),
    connections,
    serverWork: createBackground(log),
    undoMs,
    checkWaitMs,
  };
  const first = await openConnection(server, {
    connection,
    apiKey,
    apiVersion,
    profile,
    settingsProfile,
    staleAfterMs,
    recordsAtOnce,
    samplesDir,
    serviceOptions,
  });
  await connections.add(first);
  await connections.catchUp();
  store.onReopened?.(() => {
    log.warn("the embedded store was opened again");
    const open = connections.all();
    for (const { overlay } of open) overlay.distrust();
    void Promise.all([tokens.refresh(), connections.catchUp(), ...open.map(reloadSavedProfile)]).catch(
      (error: unknown) => log.error({ err: error }, "what was read from the store before could not be read again"),
    );
  });
  return {
    deps: first.deps,
    connections,
    async close() {
      server.eventStreams.stop();
      await server.serverWork.stop();
      await connections.close();
      await store.close();
    },
  };
}
