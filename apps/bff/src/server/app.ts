import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import { clientAddress } from "#/http/client-address.ts";
import { consoleFiles } from "#/http/console-files.ts";
import type { Deps } from "#/context/deps.ts";
import { errorResponse } from "#/http/error-response.ts";
import { operationError } from "#/runtime/errors.ts";
import { authentication } from "#/http/middleware/authentication.ts";
import { bodyLimits } from "#/http/middleware/body-limits.ts";
import { CONNECTION_PARAMETER, connectionCheck } from "#/http/middleware/connection-check.ts";
import { consoleBuildHeader } from "#/http/middleware/console-build-header.ts";
import { crossSiteCheck } from "#/http/middleware/cross-site.ts";
import { refuseInvalid } from "#/http/middleware/invalid-request.ts";
import { jsonBody } from "#/http/middleware/json-body.ts";
import { bodilessOperations, knownPaths } from "#/http/middleware/known-paths.ts";
import { movedAddresses } from "#/http/middleware/moved-addresses.ts";
import { refusedAttempts } from "#/http/middleware/refused-attempts.ts";
import { preflight } from "#/http/middleware/preflight.ts";
import { requestIdentity } from "#/http/middleware/request-identity.ts";
import { securityHeaders } from "#/http/middleware/security-headers.ts";
import { signInCookies } from "#/http/middleware/sign-in-cookies.ts";
import type { Metrics } from "#/metrics/metrics.ts";
import { keepRefusedAttempt } from "#/operations/activity/keep-refused.ts";
import { accountRoutes } from "#/routes/account/account.ts";
import { activityRoutes } from "#/routes/activity/activity.ts";
import { bookingCheckRoutes } from "#/routes/records/booking-check.ts";
import { connectionListRoutes, connectionRoutes } from "#/routes/connections/connection.ts";
import { alarmRoutes } from "#/routes/changes/alarms.ts";
import { changeRoutes } from "#/routes/changes/changes.ts";
import { changeImportRoutes } from "#/routes/changes/change-imports.ts";
import { changeSetRoutes } from "#/routes/changes/change-sets.ts";
import { consoleRoutes } from "#/routes/console.ts";
import { briefRoutes } from "#/routes/directories/briefs.ts";
import { sharedBriefRoutes } from "#/routes/directories/shared-briefs.ts";
import { creationRoutes } from "#/routes/directories/creations.ts";
import { deletionRoutes } from "#/routes/directories/deletions.ts";
import { eventRoutes } from "#/routes/activity/events.ts";
import { healthRoutes } from "#/routes/health.ts";
import { identityProviderRoutes } from "#/routes/account/identity-provider.ts";
import { indexVersionRoutes } from "#/routes/directories/index-versions.ts";
import { openApiRoute } from "#/routes/openapi.ts";
import { matrixRoutes } from "#/routes/records/matrix.ts";
import { statementRoutes } from "#/routes/changes/statements.ts";
import { passkeyRoutes } from "#/routes/account/passkeys.ts";
import { peopleRoutes } from "#/routes/people/people.ts";
import { planRoutes } from "#/routes/connections/plans.ts";
import { practitionerRoutes } from "#/routes/records/practitioners.ts";
import { probeRoutes } from "#/routes/connections/probes.ts";
import { profileRoutes } from "#/routes/connections/profile.ts";
import { referrerRoutes } from "#/routes/directories/referrers.ts";
import { requestRoutes } from "#/routes/connections/requests.ts";
import { rosterImportRoutes } from "#/routes/directories/roster-imports.ts";
import { rosterRoutes } from "#/routes/directories/roster.ts";
import { sheetTextRoutes } from "#/routes/changes/sheet-text.ts";
import { searchRoutes } from "#/routes/directories/search.ts";
import { sessionRoutes } from "#/routes/account/session.ts";
import { tokenRoutes } from "#/routes/people/tokens.ts";
import { pageVisitRoutes } from "#/routes/activity/page-visits.ts";
import { inboxRoutes } from "#/routes/activity/inbox.ts";
import { overviewRoutes } from "#/routes/activity/overview.ts";
import { verificationRoutes } from "#/routes/records/verifications.ts";
import { waitingCountRoutes } from "#/routes/activity/waiting-counts.ts";
import type { Site } from "#/http/site.ts";

export type { Deps } from "#/context/deps.ts";
export { type Site, siteOf } from "#/http/site.ts";

export interface AppOptions {
  deps: Deps;
  site: Site;
  /** The folder of the console's built files. */
  consoleDir: string;
  /** Observes requests; without it nothing is measured. */
  metrics?: Metrics | undefined;
}

let ofEveryConnection: ReturnType<typeof buildRoutesOfConnection> | undefined;

/** Everything that belongs to one connection, and therefore stands below it. Built once, before a store is open where one likes. */
export const routesOfConnection = () => (ofEveryConnection ??= buildRoutesOfConnection());

function buildRoutesOfConnection() {
  return [
    connectionRoutes(),
    indexVersionRoutes(),
    briefRoutes(),
    creationRoutes(),
    deletionRoutes(),
    referrerRoutes(),
    rosterRoutes(),
    rosterImportRoutes(),
    practitionerRoutes(),
    verificationRoutes(),
    matrixRoutes(),
    statementRoutes(),
    changeRoutes(),
    changeImportRoutes(),
    sheetTextRoutes(),
    changeSetRoutes(),
    alarmRoutes(),
    bookingCheckRoutes(),
    planRoutes(),
    searchRoutes(),
    activityRoutes(),
    eventRoutes(),
    inboxRoutes(),
    waitingCountRoutes(),
    overviewRoutes(),
    pageVisitRoutes(),
    requestRoutes(),
    probeRoutes(),
    profileRoutes(),
    tokenRoutes(),
  ];
}

/** The whole server as one function from request to response. */
export function createApp({ deps, site, consoleDir, metrics }: AppOptions) {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  app.use(requestIdentity(deps, metrics), securityHeaders(site));
  app.onError(errorResponse);
  app.route("/", healthRoutes(deps));

  const addressOf = (c: Context<AppEnv>) => clientAddress(c, site.trustedProxies);
  const cookies = signInCookies(site);
  const files = consoleFiles(consoleDir);
  app.use(
    "/api/v1/*",
    consoleBuildHeader(files),
    movedAddresses({ connectionId: deps.connection.id, exists: (path) => methodsOf(path).length > 0 }),
    preflight(deps),
    crossSiteCheck(site),
    authentication({ deps, cookie: cookies.session, addressOf }),
    refusedAttempts({ ...deps, keep: keepRefusedAttempt }),
    bodyLimits(),
    jsonBody((method, path) => takesNoBody(method, path)),
  );
  const parts = { deps, site, cookies, addressOf };
  for (const routes of [sessionRoutes, identityProviderRoutes, passkeyRoutes, accountRoutes])
    app.route("/api/v1", routes(parts));
  app.route("/api/v1", peopleRoutes());
  app.route("/api/v1", connectionListRoutes());
  app.route("/api/v1", sharedBriefRoutes());

  const ofConnection = `/api/v1/connections/:${CONNECTION_PARAMETER}`;
  app.use(`${ofConnection}/*`, connectionCheck());
  for (const routes of routesOfConnection()) app.route(ofConnection, routes);
  openApiRoute(app);

  const methodsOf = knownPaths(app);
  const takesNoBody = bodilessOperations(app);
  app.all("/api/*", (c) => {
    const methods = methodsOf(c.req.path);
    if (methods.length === 0) throw operationError("not_found", "address");
    c.header("Allow", methods.join(", "));
    throw operationError("method_not_allowed", "methods", { methods: methods.join(", ") });
  });
  app.route(
    "/",
    consoleRoutes(files, async (address, c) => await app.fetch(requestLike(c, address), c.env)),
  );
  app.notFound((c) => errorResponse(operationError("not_found", "address"), c));
  return app;
}

/** A request by the same caller for another address. */
function requestLike(c: Context<AppEnv>, address: string): Request {
  return new Request(new URL(address, c.req.url), { headers: c.req.raw.headers });
}

export type App = ReturnType<typeof createApp>;
