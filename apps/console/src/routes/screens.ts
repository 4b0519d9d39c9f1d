import type { ComponentType } from "react";
import { generatePath, redirect, type RouteObject } from "react-router";
import { paths } from "#/paths.ts";

/** A screen of a feature by its name; it is its own chunk. */
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await load())[name] });
}

/** The first screen of a connection, which need not be the one in use. */
export const indexVersionsOf = (connection: string): string => generatePath(paths.indexVersions.path, { connection });

/** The screens inside the shell; each is its own chunk. */
export function screens(): RouteObject[] {
  return [
    {
      index: true,
      loader: ({ params }) => redirect(indexVersionsOf(params["connection"] ?? "")),
      Component: () => null,
    },
    { path: paths.indexVersions.path, lazy: () => import("./index-versions.tsx") },
    { path: paths.newIndexVersion.path, lazy: () => import("./index-version-new.tsx") },
    {
      path: paths.directory.path,
      lazy: screen(() => import("#/features/index-versions/directory-frame.tsx"), "DirectoryFrame"),
      children: [
        { index: true, lazy: () => import("./directory-roster.tsx") },
        {
          path: paths.directoryOverrides.path,
          lazy: screen(() => import("#/features/overrides/override-list.tsx"), "OverrideList"),
        },
        {
          path: paths.directoryChangeSets.path,
          lazy: screen(() => import("#/features/change-sets/change-sets-screen.tsx"), "DirectoryChangeSets"),
        },
        {
          path: paths.directoryHistory.path,
          lazy: screen(() => import("#/features/activity/activity-screen.tsx"), "DirectoryHistory"),
        },
        {
          path: paths.directorySettings.path,
          lazy: screen(() => import("#/features/index-versions/settings-screen.tsx"), "SettingsScreen"),
        },
      ],
    },
    {
      path: paths.practitioner.path,
      lazy: screen(() => import("#/features/practitioners/practitioner-screen.tsx"), "PractitionerScreen"),
    },
    {
      path: paths.comparison.path,
      lazy: screen(() => import("#/features/comparison/comparison-screen.tsx"), "ComparisonScreen"),
    },
    {
      path: paths.inbox.path,
      lazy: screen(() => import("#/features/inbox/inbox-screen.tsx"), "InboxScreen"),
    },
    {
      path: paths.matrix.path,
      lazy: screen(() => import("#/features/matrix/practitioner-choice.tsx"), "PractitionerChoice"),
    },
    {
      path: paths.practitionerMatrix.path,
      lazy: screen(() => import("#/features/matrix/matrix-screen.tsx"), "MatrixScreen"),
    },
    {
      path: paths.statements.path,
      lazy: screen(() => import("#/features/statements/statement-screen.tsx"), "StatementScreen"),
    },
    {
      path: paths.changeSets.path,
      lazy: screen(() => import("#/features/change-sets/change-sets-screen.tsx"), "ChangeSetsScreen"),
    },
    {
      path: paths.changeSet.path,
      lazy: screen(() => import("#/features/change-sets/change-set-screen.tsx"), "ChangeSetScreen"),
    },
    {
      path: paths.bookingCheck.path,
      lazy: screen(() => import("#/features/booking-check/booking-check.tsx"), "BookingCheck"),
    },
    { path: paths.plans.path, lazy: screen(() => import("#/features/plans/plans-screen.tsx"), "PlansScreen") },
    {
      path: paths.referrers.path,
      lazy: screen(() => import("#/features/referrers/referrers-screen.tsx"), "ReferrersScreen"),
    },
    { path: paths.people.path, lazy: screen(() => import("#/features/people/people-screen.tsx"), "PeopleScreen") },
    {
      path: paths.connections.path,
      lazy: screen(() => import("#/features/connections/connections-screen.tsx"), "ConnectionsScreen"),
    },
    {
      path: paths.newConnection.path,
      lazy: screen(() => import("#/features/connections/new-connection-screen.tsx"), "NewConnectionScreen"),
    },
    { path: paths.account.path, lazy: screen(() => import("#/features/account/account-screen.tsx"), "AccountScreen") },
    {
      path: paths.activity.path,
      lazy: screen(() => import("#/features/activity/activity-screen.tsx"), "ActivityScreen"),
    },
    {
      path: paths.developer.path,
      lazy: () => import("./developer.tsx"),
      children: [
        { index: true, lazy: () => import("./developer-requests.tsx") },
        {
          path: paths.developerProfile.path,
          lazy: screen(() => import("#/features/profile/profile-screen.tsx"), "ProfileScreen"),
        },
        { path: paths.developerGateway.path, lazy: () => import("./developer-gateway.tsx") },
      ],
    },
  ];
}

/** The screens that need no session. */
export function outerScreens(): RouteObject[] {
  return [
    { path: paths.signIn.path, lazy: screen(() => import("#/features/session/sign-in-screen.tsx"), "SignInScreen") },
    {
      path: paths.signInCallback.path,
      lazy: screen(() => import("#/features/session/sign-in-callback-screen.tsx"), "SignInCallbackScreen"),
    },
    { path: paths.setUp.path, lazy: screen(() => import("#/features/session/set-up-screen.tsx"), "SetUpScreen") },
    { path: paths.join.path, lazy: screen(() => import("#/features/session/join-screen.tsx"), "JoinScreen") },
  ];
}

/** The first page of somebody who has no role in any connection. */
export const screenWithoutRole = screen(
  () => import("#/features/session/without-role-screen.tsx"),
  "WithoutRoleScreen",
);

/** Addresses of earlier versions, which named no connection. This list never grows. */
export const movedScreens: readonly string[] = [
  "/index-versions/*",
  "/change-sets/*",
  "/booking-check/*",
  "/plans/*",
  "/activity/*",
  "/developer/*",
];
