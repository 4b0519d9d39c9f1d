import type { Action } from "@dc/contract/access";
import { generatePath, redirect, type RouteObject } from "react-router";
import type { IconName } from "#/ui/display/icon.tsx";
import { paths } from "./paths.ts";
import type { WaitingOn } from "./waiting-counts.tsx";

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
    { path: paths.indexVersions.path, lazy: () => import("#/routes/index-versions.tsx") },
    { path: paths.newIndexVersion.path, lazy: () => import("#/routes/index-version-new.tsx") },
    {
      path: paths.directory.path,
      lazy: () => import("#/routes/directory.tsx"),
      children: [
        { index: true, lazy: () => import("#/routes/directory-roster.tsx") },
        { path: paths.directoryOverrides.path, lazy: () => import("#/routes/directory-overrides.tsx") },
        { path: paths.directoryChangeSets.path, lazy: () => import("#/routes/directory-change-sets.tsx") },
        { path: paths.directoryHistory.path, lazy: () => import("#/routes/directory-history.tsx") },
        { path: paths.directorySettings.path, lazy: () => import("#/routes/directory-settings.tsx") },
      ],
    },
    { path: paths.practitioner.path, lazy: () => import("#/routes/practitioner.tsx") },
    { path: paths.comparison.path, lazy: () => import("#/routes/comparison.tsx") },
    { path: paths.matrix.path, lazy: () => import("#/routes/matrix-choice.tsx") },
    { path: paths.practitionerMatrix.path, lazy: () => import("#/routes/matrix.tsx") },
    { path: paths.statements.path, lazy: () => import("#/routes/statements.tsx") },
    { path: paths.changeSets.path, lazy: () => import("#/routes/change-sets.tsx") },
    { path: paths.changeSet.path, lazy: () => import("#/routes/change-set.tsx") },
    { path: paths.bookingCheck.path, lazy: () => import("#/routes/booking-check.tsx") },
    { path: paths.plans.path, lazy: () => import("#/routes/plans.tsx") },
    { path: paths.referrers.path, lazy: () => import("#/routes/referrers.tsx") },
    { path: paths.people.path, lazy: () => import("#/routes/people.tsx") },
    { path: paths.connections.path, lazy: () => import("#/routes/connections.tsx") },
    { path: paths.newConnection.path, lazy: () => import("#/routes/connection-new.tsx") },
    { path: paths.account.path, lazy: () => import("#/routes/account.tsx") },
    { path: paths.activity.path, lazy: () => import("#/routes/activity.tsx") },
    {
      path: paths.developer.path,
      lazy: () => import("#/routes/developer.tsx"),
      children: [
        { index: true, lazy: () => import("#/routes/developer-requests.tsx") },
        { path: paths.developerProfile.path, lazy: () => import("#/routes/developer-profile.tsx") },
        { path: paths.developerGateway.path, lazy: () => import("#/routes/developer-gateway.tsx") },
      ],
    },
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

export interface NavItem {
  label: string;
  to: string;
  icon: IconName;
  /** The key that opens the screen when pressed after G. */
  key: string;
  /** What one must be allowed to do; without it the item is not shown. */
  needs?: Action;
  /** Its counts of what waits for a person are shown beside it. */
  waitingOn?: WaitingOn;
  /** Pages below these addresses mark the item as current too. */
  also?: readonly string[];
}

/** The nav, the palette and the G keys are made from this list. */
export const navItems = (): readonly NavItem[] => [
  { label: "What did they say?", to: paths.statements.href(), icon: "speech", key: "s" },
  { label: "Index versions", to: paths.indexVersions.href(), icon: "layers", key: "i", waitingOn: "index versions" },
  { label: "Referrers", to: paths.referrers.href(), icon: "referrer", key: "r" },
  { label: "Referrer matrix", to: paths.matrix.href(), icon: "grid", key: "m" },
  { label: "Change sets", to: paths.changeSets.href(), icon: "set", key: "c", waitingOn: "change sets" },
  { label: "Plan catalogue", to: paths.plans.href(), icon: "book", key: "p" },
  { label: "Booking check", to: paths.bookingCheck.href(), icon: "calendar", key: "b" },
  { label: "Activity", to: paths.activity.href(), icon: "activity", key: "a" },
  { label: "Developer", to: paths.developer.href(), icon: "code", key: "v" },
];

/** Shown at the foot of the nav. */
export const footItems = (): readonly NavItem[] => [
  { label: "People", to: paths.people.href(), icon: "people", key: "e", needs: "people" },
  { label: "Connections", to: paths.connections.href(), icon: "plug", key: "o", needs: "connection" },
];
