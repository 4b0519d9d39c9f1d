import { generatePath, redirect, type RouteObject } from "react-router";
import { paths } from "#/paths.ts";

/** A screen by its name. */
function screen(name: keyof typeof import("./screen-modules.ts").screenModules) {
  return async () => ({ Component: await (await import("./screen-modules.ts")).screenModules[name]() });
}

/** The first screen of a connection, which need not be the one in use. */
export const overviewOf = (connection: string): string => generatePath(paths.overview.path, { connection });

/** The screens inside the shell; the first one comes with it, each other one is its own chunk. */
export function screens(): RouteObject[] {
  return [
    {
      index: true,
      loader: ({ params }) => redirect(overviewOf(params["connection"] ?? "")),
      Component: () => null,
    },
    { path: paths.overview.path, lazy: screen("overview") },
    { path: paths.indexVersions.path, lazy: () => import("./index-versions.tsx") },
    { path: paths.newIndexVersion.path, lazy: screen("indexVersionNew") },
    {
      path: paths.directory.path,
      lazy: screen("directoryFrame"),
      children: [
        { index: true, lazy: screen("directoryRoster") },
        { path: paths.directoryOverrides.path, lazy: screen("overrideList") },
        { path: paths.directoryUndecided.path, lazy: screen("undecidedList") },
        { path: paths.directoryChangeSets.path, lazy: screen("directoryChangeSets") },
        { path: paths.directoryHistory.path, lazy: screen("directoryHistory") },
        { path: paths.directoryBrief.path, lazy: screen("briefScreen") },
        { path: paths.directorySettings.path, lazy: screen("settingsScreen") },
      ],
    },
    { path: paths.directoryImport.path, lazy: screen("importScreen") },
    { path: paths.practitioner.path, lazy: screen("practitionerScreen") },
    { path: paths.comparison.path, lazy: screen("comparisonScreen") },
    { path: paths.inbox.path, lazy: screen("inboxScreen") },
    { path: paths.matrix.path, lazy: screen("practitionerChoice") },
    { path: paths.practitionerMatrix.path, lazy: screen("matrixScreen") },
    { path: paths.statements.path, lazy: screen("statementScreen") },
    { path: paths.changeSets.path, lazy: screen("changeSetsScreen") },
    { path: paths.changeSet.path, lazy: screen("changeSetScreen") },
    { path: paths.bookingCheck.path, lazy: screen("bookingCheck") },
    { path: paths.plans.path, lazy: screen("plansScreen") },
    { path: paths.verifications.path, lazy: screen("verificationsScreen") },
    { path: paths.referrers.path, lazy: screen("referrersScreen") },
    { path: paths.people.path, lazy: screen("peopleScreen") },
    { path: paths.connections.path, lazy: screen("connectionsScreen") },
    { path: paths.newConnection.path, lazy: screen("newConnectionScreen") },
    { path: paths.account.path, lazy: screen("accountScreen") },
    { path: paths.activity.path, lazy: screen("activityScreen") },
    {
      path: paths.developer.path,
      lazy: screen("developer"),
      children: [
        { index: true, lazy: screen("developerRequests") },
        { path: paths.developerProfile.path, lazy: screen("profileScreen") },
        { path: paths.developerGateway.path, lazy: screen("developerGateway") },
      ],
    },
  ];
}

/** The screens that need no session. */
export function outerScreens(): RouteObject[] {
  return [
    { path: paths.signIn.path, lazy: screen("signInScreen") },
    { path: paths.signInCallback.path, lazy: screen("signInCallbackScreen") },
    { path: paths.setUp.path, lazy: screen("setUpScreen") },
    { path: paths.join.path, lazy: screen("joinScreen") },
  ];
}

/** The first page of somebody who has no role in any connection. */
export const screenWithoutRole = screen("withoutRoleScreen");

/** Addresses of earlier versions, which named no connection. This list never grows. */
export const movedScreens: readonly string[] = [
  "/index-versions/*",
  "/change-sets/*",
  "/booking-check/*",
  "/plans/*",
  "/activity/*",
  "/developer/*",
];
