import type { IncomingMessage, ServerResponse } from "node:http";
import { type ServiceProfile, undiciTransport } from "@dc/api-client";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { createBackground } from "./background.ts";
import { keepConnection } from "./connection.ts";
import type { Deps } from "./context.ts";
import type { Settings } from "./env.ts";
import { InvariantError, SettingError, StoreUnavailableError } from "./errors.ts";
import { createGateway, GATEWAY_PREFIX } from "./gateway/gateway.ts";
import { createOverlay } from "./gateway/overlay.ts";
import { createTokenMemory } from "./gateway/token-memory.ts";
import { newId } from "./new-id.ts";
import { renewSetUpToken } from "./operations/session/set-up.ts";
import { hasAdministrator } from "./store/people.ts";
import { keepSecretKey, secretsFrom } from "./secrets.ts";
import { createSignIn } from "./sign-in.ts";
import { refreshSummaries } from "./operations/records/refresh-summaries.ts";
import { createSender } from "./operations/sending/sender.ts";
import { createWakeUp } from "./operations/sending/wake-up.ts";
import { siteOf } from "./site.ts";
import { openEmbeddedStore, openPostgresStore, type Store } from "./store/database.ts";
import { migrateToLatest } from "./store/migrate.ts";
import { openProfile, openService } from "./upstream/service.ts";
import { startWork } from "./work.ts";

export interface Running {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** null once there is an administrator. */
  setUpToken: string | null;
  close: () => Promise<void>;
}

/** Opens the store and everything on it. What fails is closed again before the error is thrown. */
export async function start({ settings, log }: { settings: Settings; log: Logger }): Promise<Running> {
  const profile = openProfile(settings.service.profile);
  const store = await openStore(settings, log);
  try {
    await migrateToLatest(store.db);
    const key = settings.secretKey ?? keepSecretKey(settings.dataDir);
    const deps = await buildDeps({ store, settings, profile, key, log });
    await makeAdministrator(deps, settings);
    const setUpToken = await renewSetUpToken(deps);
    await startWork(deps);
    const app = createApp({ deps, site: siteOf(settings), consoleDir: settings.consoleDir });
    const listener = getRequestListener(app.fetch);
    const gatewayTransport = undiciTransport();
    const gateway = createGateway({ deps, apiKey: settings.service.apiKey, transport: gatewayTransport });
    const sender = createSender(deps);
    await sender.start();
    const uses = setInterval(() => void deps.tokens.flush().catch((error: unknown) => log.warn({ err: error }, "token uses were not kept")), 30_000).unref();
    return {
      handle: (request, response) => {
        if (request.url?.startsWith(`${GATEWAY_PREFIX}/`) === true) gateway(request, response);
        else void listener(request, response);
      },
      setUpToken,
      async close() {
        clearInterval(uses);
        await sender.stop();
        await gatewayTransport.close();
        await deps.tokens.flush();
        await closeAll(deps);
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openStore(settings: Settings, log: Logger): Promise<Store> {
  if (settings.databaseUrl === undefined) {
    return await openEmbeddedStore({
      dataDir: settings.dataDir,
      onCrash: (error) => {
        log.fatal({ err: error }, "the embedded store has stopped");
        process.exit(1);
      },
    });
  }
  const store = await openPostgresStore({
    databaseUrl: settings.databaseUrl,
    onError: (error) => log.warn({ err: error }, "a connection to PostgreSQL broke"),
  });
  try {
    await store.db.selectNoFrom((select) => select.lit(1).as("one")).execute();
  } catch (error) {
    await store.close();
    const cause = error instanceof StoreUnavailableError ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
    throw new SettingError("DATABASE_URL", `PostgreSQL cannot be used there (${code}).`, { cause: error });
  }
  return store;
}

interface DepsParts {
  store: Store;
  settings: Settings;
  profile: ServiceProfile;
  key: Buffer;
  log: Logger;
}

async function buildDeps({ store, settings, profile, key, log }: DepsParts): Promise<Deps> {
  const secrets = secretsFrom(key);
  const clock = { now: () => new Date() };
  const { baseUrl, apiKey, samplesDir } = settings.service;
  const apiVersion = settings.service.apiVersion ?? profile.data.apiVersion;
  const service = openService({ baseUrl, apiKey, apiVersion, profile, clock });
  const connection = await keepConnection(store.db, { service: { ...settings.service, apiVersion }, profile, secrets, clock });
  const signIn = createSignIn({ db: store.db, secret: secrets.signInSecret, log });
  const overlay = createOverlay(store.db, connection.id);
  const tokens = createTokenMemory({ db: store.db, connectionId: connection.id, clock });
  await tokens.refresh();
  await overlay.load();
  const deps: Deps = { store, clock, newId, log, secrets, signIn, connection, service, overlay, sender: createWakeUp(), tokens, recount: (indexId, records) => refreshSummaries(deps, indexId, records), background: createBackground(log), samplesDir };
  return deps;
}

async function closeAll({ background, service, store }: Deps): Promise<void> {
  await background.stop();
  await service.client.close();
  await store.close();
}

async function makeAdministrator(deps: Deps, { admin }: Settings): Promise<void> {
  if (admin === undefined || (await hasAdministrator(deps.store.db))) return;
  try {
    await deps.signIn.createAdministrator({ name: "Administrator", ...admin });
  } catch (error) {
    // Another replica may have made the administrator at the same moment.
    if (!(await hasAdministrator(deps.store.db))) throw new InvariantError("The administrator could not be made.", { cause: error });
  }
}
