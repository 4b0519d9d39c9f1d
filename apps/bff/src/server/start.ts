import type { IncomingMessage, ServerResponse } from "node:http";
import { undiciTransport } from "@dc/api-client";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { createApp } from "#/http/app.ts";
import { createBackground } from "#/runtime/background.ts";
import { CONNECTION_ID, keepConnection } from "./connection.ts";
import type { Deps } from "#/runtime/context.ts";
import type { Settings } from "./settings.ts";
import { InvariantError, SettingError, StoreUnavailableError } from "#/runtime/errors.ts";
import { createGateway, GATEWAY_PREFIX } from "#/gateway/gateway.ts";
import { createOverlay } from "#/gateway/overlay.ts";
import { createTokenMemory } from "#/gateway/token-memory.ts";
import { newId } from "#/runtime/new-id.ts";
import { followProfile, profileInForce } from "#/operations/profile/use.ts";
import { renewSetUpToken } from "#/operations/session/set-up.ts";
import { hasAdministrator } from "#/store/tables/people.ts";
import { keepSecretKey, secretsFrom } from "#/runtime/secrets.ts";
import { createSignIn } from "#/sign-in/sign-in.ts";
import { proposeTakeBase } from "#/operations/follow/propose-take-base.ts";
import { refreshSummaries } from "#/operations/records/refresh-summaries.ts";
import { UNDO_MS } from "#/operations/sending/sender-settings.ts";
import { createSender } from "#/operations/sending/sender.ts";
import { createWakeUp } from "#/operations/sending/wake-up.ts";
import { siteOf } from "#/http/site.ts";
import { openPostgresStore, type Store, storeOverEngine } from "#/store/engine/database.ts";
import type { Engine } from "#/store/engine/engine.ts";
import { migrateToLatest } from "#/store/migrations/migrate.ts";
import { createRequestLog } from "#/request-log/request-log.ts";
import { openService, requireBuildable, type Service } from "#/upstream/service.ts";
import { callableProfile, type SettingsProfile } from "#/upstream/settings-profile.ts";
import { startWork } from "./start-work.ts";

export interface Running {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** null once there is an administrator. */
  setUpToken: string | null;
  /** The account that this start made from the settings; null where there was one before. */
  madeAdministrator: string | null;
  close: () => Promise<void>;
}

export interface StartOptions {
  settings: Settings;
  log: Logger;
  /** Asked for where there is no database of its own. */
  openEngine: () => Promise<Engine>;
}

/** Opens the store and everything on it. What fails is closed again before the error is thrown. */
export async function start({ settings, log, openEngine }: StartOptions): Promise<Running> {
  const given = callableProfile(settings.service);
  const store =
    settings.databaseUrl === undefined
      ? storeOverEngine(await openEngine())
      : await openPostgres(settings.databaseUrl, log);
  try {
    await migrateToLatest(store.db);
    const key = settings.secretKey ?? keepSecretKey(settings.dataDir);
    const deps = await buildDeps({ store, settings, given, key, log });
    const madeAdministrator = await makeAdministrator(deps, settings);
    const setUpToken = await renewSetUpToken(deps);
    await startWork(deps);
    const app = createApp({ deps, site: siteOf(settings), consoleDir: settings.consoleDir });
    const listener = getRequestListener(app.fetch);
    const gatewayTransport = undiciTransport();
    const transport = deps.requests.noting(deps.service.calls.watching(gatewayTransport, deps.clock.now), {
      profile: () => deps.service.profile,
      baseUrl: deps.connection.baseUrl,
      now: deps.clock.now,
    });
    const openGateway = () => ({
      by: deps.service.profile,
      answer: createGateway({ deps, apiKey: settings.service.apiKey, transport }),
    });
    let gateway = openGateway();
    const answerGateway = (request: IncomingMessage, response: ServerResponse) => {
      if (gateway.by !== deps.service.profile) gateway = openGateway();
      gateway.answer(request, response);
    };
    const sender = createSender(deps, settings.testWaitMs === undefined ? {} : { quietMs: settings.testWaitMs });
    await sender.start();
    const uses = setInterval(
      () => void deps.tokens.flush().catch((error: unknown) => log.warn({ err: error }, "token uses were not kept")),
      30_000,
    ).unref();
    const follow =
      deps.store.kind === "embedded"
        ? undefined
        : setInterval(
            () =>
              void followProfile(deps).catch((error: unknown) =>
                log.warn({ err: error }, "the profile could not be looked up"),
              ),
            5_000,
          ).unref();
    return {
      handle: (request, response) => {
        if (request.url?.startsWith(`${GATEWAY_PREFIX}/`) === true) answerGateway(request, response);
        else void listener(request, response);
      },
      setUpToken,
      madeAdministrator,
      async close() {
        clearInterval(uses);
        clearInterval(follow);
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

async function openPostgres(databaseUrl: string, log: Logger): Promise<Store> {
  const store = await openPostgresStore({
    databaseUrl,
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
  given: SettingsProfile;
  key: Buffer;
  log: Logger;
}

async function buildDeps({ store, settings, given, key, log }: DepsParts): Promise<Deps> {
  const secrets = secretsFrom(key);
  const clock = { now: () => new Date() };
  const { baseUrl, apiKey, samplesDir } = settings.service;
  const profile = await profileInForce(store, {
    connectionId: CONNECTION_ID,
    settings: given,
    requireUsable: (saved) => requireBuildable(settings.service, saved),
    onUnusable: (revision, error) =>
      log.error({ err: error, revision }, "the saved profile cannot be used; that of the settings is in force"),
  });
  const apiVersion = settings.service.apiVersion ?? profile.data.apiVersion;
  const requests = createRequestLog({ db: store.db, connectionId: CONNECTION_ID, profile: () => service.profile, log });
  const pinned = settings.service.apiVersion === undefined ? {} : { apiVersion: settings.service.apiVersion };
  const service: Service = openService({
    baseUrl,
    apiKey,
    ...pinned,
    profile,
    clock,
    onCall: (report) => requests.note(report),
    onRecord: (record) => requests.noteRecord(record),
  });
  const connection = await keepConnection(store.db, {
    service: { ...settings.service, apiVersion },
    profile,
    secrets,
    clock,
  });
  const signIn = createSignIn({ db: store.db, secret: secrets.signInSecret, log });
  const overlay = createOverlay(store.db, connection.id);
  const tokens = createTokenMemory({ db: store.db, connectionId: connection.id, clock });
  await tokens.refresh();
  await overlay.load();
  const deps: Deps = {
    store,
    clock,
    newId,
    log,
    secrets,
    signIn,
    connection,
    service,
    settingsProfile: given,
    requests,
    overlay,
    sender: createWakeUp(),
    undoMs: settings.testWaitMs ?? UNDO_MS,
    tokens,
    recount: (indexId, records) => refreshSummaries(deps, indexId, records),
    follow: (indexId, compared) => proposeTakeBase(deps, indexId, compared),
    background: createBackground(log),
    samplesDir,
  };
  return deps;
}

async function closeAll({ background, requests, service, store }: Deps): Promise<void> {
  await background.stop();
  await requests.stop();
  await service.client.close();
  await store.close();
}

/** Gives the e-mail of the administrator that it made. */
async function makeAdministrator(deps: Deps, { admin }: Settings): Promise<string | null> {
  if (admin === undefined || (await hasAdministrator(deps.store.db))) return null;
  try {
    await deps.signIn.createAdministrator({ name: "Administrator", ...admin });
    return admin.email;
  } catch (error) {
    // Another replica may have made the administrator at the same moment.
    if (!(await hasAdministrator(deps.store.db)))
      throw new InvariantError("The administrator could not be made.", { cause: error });
    return null;
  }
}
