import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { compose } from "#/compose.ts";
import { createApp, routesOfConnection } from "./app.ts";
import type { Deps } from "#/context/deps.ts";
import { isForOperator, operatorListener } from "./operator-listener.ts";
import type { Settings } from "./settings.ts";
import { InvariantError, SettingError, StoreUnavailableError } from "#/runtime/errors.ts";
import { GATEWAY_PREFIX, isForGateway } from "#/gateway/gateway.ts";
import { createGateways } from "#/gateway/gateways.ts";
import type { Metrics } from "#/metrics/metrics.ts";
import { METRICS_PATH, metricsListener } from "#/metrics/metrics-listener.ts";
import { reloadSavedProfile } from "#/operations/profile/in-force.ts";
import { createFirstAdministrator, renewSetUpToken } from "#/operations/sign-in/set-up.ts";
import { hasAdministrator } from "#/store/tables/people/people.ts";
import { loadOrCreateSecretKey, secretsFrom } from "#/runtime/secrets.ts";
import { createSender } from "#/sending/sender.ts";
import { STRICT_TRANSPORT } from "#/http/middleware/security-headers.ts";
import { siteOf } from "#/http/site.ts";
import { openPostgresStore, type Store, storeOverEngine } from "#/store/engine/database.ts";
import type { Engine } from "#/store/engine/engine.ts";
import { upgradeStore } from "./upgrade-store.ts";
import { callableProfile } from "#/upstream/settings-profile.ts";
import { startBackgroundWork, startReadsInTime, startServerWork } from "#/background-work.ts";

export interface Running {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** null once there is an administrator. */
  setUpToken: string | null;
  /** The account that this start created from the settings; null if one existed before. */
  createdAdministrator: string | null;
  /**
   * Begins no work and no call of its own anymore, and waits for what is under way. With `holdBack` what was not sent then
   * waits for a person.
   */
  stopWork: (options: { holdBack: boolean }) => Promise<void>;
  /** Ends everything, after `stopWork`. */
  close: () => Promise<void>;
}

/** How long a write under way may take to be answered once the process is asked to stop. */
const LAST_CALL_MS = 8_000;

export interface StartOptions {
  settings: Settings;
  log: Logger;
  /** Called only without an external database. */
  openEngine: () => Promise<Engine>;
}

/** Opens the store and everything on it. If it fails, everything opened is closed before the error is thrown. */
export async function start({ settings, log, openEngine }: StartOptions): Promise<Running> {
  const settingsProfile = callableProfile(settings.service);
  // While the thread of the engine opens the store, which takes longer.
  routesOfConnection();
  const store =
    settings.databaseUrl === undefined
      ? storeOverEngine(await openEngine())
      : await openPostgres(settings.databaseUrl, log);
  try {
    await upgradeStore(store, settings, log);
    const key = settings.secretKey ?? loadOrCreateSecretKey(settings.dataDir);
    const composed = await compose({
      store,
      clock: { now: () => new Date() },
      log,
      secrets: secretsFrom(key, settings.previousSecretKey),
      service: settings.service,
      serviceAddresses: settings.serviceAddresses,
      settingsProfile,
      identityProvider: settings.identityProvider,
      undoMs: settings.testWaitMs,
      staleAfterMs: settings.staleAfterMs,
      recordsAtOnce: settings.recordsAtOnce,
    });
    const { deps } = composed;
    const createdAdministrator = await createAdministratorOfSettings(deps, settings);
    const setUpToken = await renewSetUpToken(deps);
    await startServerWork(deps, { keepJournalDays: settings.keepJournalDays });
    const { port: metricsPort, token: metricsToken } = settings.metrics;
    const metrics =
      metricsPort === undefined && metricsToken === undefined
        ? undefined
        : await (await import("#/metrics/metrics.ts")).openMetrics(deps);
    const answerMetrics =
      metrics === undefined || metricsToken === undefined ? undefined : metricsListener(metrics, metricsToken);
    const metricsServer =
      metrics === undefined || metricsPort === undefined
        ? undefined
        : await listenForMetrics(metricsListener(metrics, undefined), { host: settings.host, port: metricsPort });
    const site = siteOf(settings);
    const app = createApp({ deps, site, consoleDir: settings.consoleDir, metrics });
    const listener = getRequestListener(app.fetch);
    const answerOperator = operatorListener(deps, settings);
    const gateways = createGateways(deps, deps);
    await composed.connections.startWork(async (ofConnection) => {
      await startBackgroundWork(ofConnection);
      startReadsInTime(ofConnection);
      const given = settings.testWaitMs === undefined ? {} : { quietMs: settings.testWaitMs };
      const sender = createSender(ofConnection, given);
      sender.start();
      return {
        stop: async () => void (await Promise.all([sender.stop(), ofConnection.background.stop()])),
        holdBack: async () => await sender.holdBack(),
      };
    });
    const uses = setInterval(
      () =>
        void deps.tokens
          .flush()
          .catch((error: unknown) => log.warn({ err: error }, "the last use of access tokens could not be saved")),
      30_000,
    ).unref();
    const follow =
      deps.store.kind === "embedded"
        ? undefined
        : setInterval(
            () =>
              void composed.connections
                .catchUp()
                .then(async () => await Promise.all(composed.connections.all().map(reloadSavedProfile)))
                .catch((error: unknown) => log.warn({ err: error }, "the connections could not be read again")),
            5_000,
          ).unref();
    return {
      handle: (request, response) => {
        if (site.isSecure) response.setHeader(...STRICT_TRANSPORT);
        if (isForGateway(request)) {
          if (metrics !== undefined) observeGateway(metrics, request, response);
          gateways.answer(request, response);
        } else if (request.url === METRICS_PATH && answerMetrics !== undefined) answerMetrics(request, response);
        else if (isForOperator(request)) answerOperator(request, response);
        else void listener(request, response);
      },
      setUpToken,
      createdAdministrator,
      async stopWork({ holdBack }) {
        deps.eventStreams.stop();
        const serverWork = deps.serverWork.stop();
        await composed.connections.stopWork({ withinMs: LAST_CALL_MS, holdBack });
        await serverWork;
      },
      async close() {
        clearInterval(uses);
        clearInterval(follow);
        metricsServer?.close();
        await gateways.close();
        await deps.tokens.flush();
        await composed.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function observeGateway(metrics: Metrics, { method = "" }: IncomingMessage, response: ServerResponse): void {
  const since = performance.now();
  response.once("finish", () =>
    metrics.observeRequest({
      method,
      route: GATEWAY_PREFIX,
      status: response.statusCode,
      ms: performance.now() - since,
    }),
  );
}

/** A server that listens for metrics alone. Throws a SettingError if its port cannot be had. */
async function listenForMetrics(
  answer: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer(answer);
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw new SettingError("METRICS_PORT", `cannot listen on ${port} of ${host}.`, { cause: error });
  }
  return server;
}

async function openPostgres(databaseUrl: string, log: Logger): Promise<Store> {
  const store = await openPostgresStore({
    databaseUrl,
    onError: (error) => log.warn({ err: error }, "a connection to PostgreSQL was lost"),
  });
  try {
    await store.check();
  } catch (error) {
    await store.close();
    if (error instanceof StoreUnavailableError && error.code === "store_read_only")
      throw new SettingError("DATABASE_URL", "the database is read-only.", { cause: error });
    const cause = error instanceof StoreUnavailableError ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
    throw new SettingError("DATABASE_URL", `cannot connect to PostgreSQL (${code}).`, { cause: error });
  }
  return store;
}

/** Returns the e-mail of the created administrator. */
async function createAdministratorOfSettings(deps: Deps, { admin }: Settings): Promise<string | null> {
  if (admin === undefined || (await hasAdministrator(deps.store.db))) return null;
  try {
    await createFirstAdministrator(deps, { name: "Administrator", ...admin });
    return admin.email;
  } catch (error) {
    // Another replica may have created the administrator at the same moment.
    if (!(await hasAdministrator(deps.store.db)))
      throw new InvariantError("The administrator could not be created.", { cause: error });
    return null;
  }
}
