import type { QueryClient } from "@tanstack/react-query";
import { generatePath, Navigate, type RouteObject, useParams } from "react-router";
import { overviewQuery } from "#/features/overview/queries.ts";
import { paths } from "#/paths.ts";
import { IndexVersionsScreen, readFirstLists } from "./index-versions.tsx";
import { screen } from "./loaded-screens.tsx";

/** The first screen of a connection, which need not be the one in use. */
export const overviewOf = (connection: string): string => generatePath(paths.overview.path, { connection });

/** A page inside the shell, which may say how what it shows first is read. */
export type ShellRoute = RouteObject & { readFirst?: (client: QueryClient) => Promise<unknown> };

/** The screens inside the shell; the first one comes with it, each other one is its own chunk. */
export function screens(): ShellRoute[] {
  return [
    { index: true, element: <ToOverview /> },
    { path: paths.overview.path, ...screen("overview"), readFirst: (client) => client.query(overviewQuery) },
    { path: paths.indexVersions.path, element: <IndexVersionsScreen />, readFirst: readFirstLists },
    { path: paths.newIndexVersion.path, ...screen("indexVersionNew") },
    {
      path: paths.directory.path,
      ...screen("directoryFrame"),
      children: [
        { index: true, ...screen("directoryRoster") },
        { path: paths.directoryOverrides.path, ...screen("overrideList") },
        { path: paths.directoryUndecided.path, ...screen("undecidedList") },
        { path: paths.directoryChangeSets.path, ...screen("directoryChangeSets") },
        { path: paths.directoryHistory.path, ...screen("directoryHistory") },
        { path: paths.directoryBrief.path, ...screen("briefScreen") },
        { path: paths.directorySettings.path, ...screen("settingsScreen") },
      ],
    },
    { path: paths.directoryImport.path, ...screen("importScreen") },
    { path: paths.practitioner.path, ...screen("practitionerScreen") },
    { path: paths.comparison.path, ...screen("comparisonScreen") },
    { path: paths.inbox.path, ...screen("inboxScreen") },
    { path: paths.matrix.path, ...screen("practitionerChoice") },
    { path: paths.practitionerMatrix.path, ...screen("matrixScreen") },
    { path: paths.statements.path, ...screen("statementScreen") },
    { path: paths.changeSets.path, ...screen("changeSetsScreen") },
    { path: paths.changeSet.path, ...screen("changeSetScreen") },
    { path: paths.bookingCheck.path, ...screen("bookingCheck") },
    { path: paths.plans.path, ...screen("plansScreen") },
    { path: paths.verifications.path, ...screen("verificationsScreen") },
    { path: paths.referrers.path, ...screen("referrersScreen") },
    { path: paths.people.path, ...screen("peopleScreen") },
    { path: paths.connections.path, ...screen("connectionsScreen") },
    { path: paths.newConnection.path, ...screen("newConnectionScreen") },
    { path: paths.account.path, ...screen("accountScreen") },
    { path: paths.activity.path, ...screen("activityScreen") },
    {
      path: paths.developer.path,
      ...screen("developer"),
      children: [
        { index: true, ...screen("developerRequests") },
        { path: paths.developerProfile.path, ...screen("profileScreen") },
        { path: paths.developerGateway.path, ...screen("developerGateway") },
      ],
    },
  ];
}

/** The screens that need no session. */
export function outerScreens(): RouteObject[] {
  return [
    { path: paths.signIn.path, ...screen("signInScreen") },
    { path: paths.signInCallback.path, ...screen("signInCallbackScreen") },
    { path: paths.setUp.path, ...screen("setUpScreen") },
    { path: paths.join.path, ...screen("joinScreen") },
  ];
}

/** Addresses of earlier versions, which named no connection. This list never grows. */
export const movedScreens: readonly string[] = [
  "/index-versions/*",
  "/change-sets/*",
  "/booking-check/*",
  "/plans/*",
  "/activity/*",
  "/developer/*",
];

function ToOverview() {
  const { connection = "" } = useParams();
  return <Navigate to={overviewOf(connection)} replace />;
}
