import type { QueryClient } from "@tanstack/react-query";
import { redirect, type RouteObject } from "react-router";
import type { IconName } from "#/ui/text/icon.tsx";

/** The screens inside the shell; each is its own chunk. `client` is for loaders that warm the cache. */
export function screens(_client: QueryClient): RouteObject[] {
  return [
    { index: true, loader: () => redirect("/index-versions"), Component: () => null },
    { path: "index-versions", lazy: () => import("#/routes/index-versions.tsx") },
    { path: "index-versions/new", lazy: () => import("#/routes/index-version-new.tsx") },
    {
      path: "index-versions/:indexId",
      lazy: () => import("#/routes/directory.tsx"),
      children: [
        { index: true, lazy: () => import("#/routes/directory-roster.tsx") },
        { path: "overrides", lazy: () => import("#/routes/directory-overrides.tsx") },
        { path: "change-sets", lazy: () => import("#/routes/directory-change-sets.tsx") },
        { path: "history", lazy: () => import("#/routes/directory-history.tsx") },
        { path: "settings", lazy: () => import("#/routes/directory-settings.tsx") },
      ],
    },
    { path: "index-versions/:indexId/practitioners/:practitionerId", lazy: () => import("#/routes/practitioner.tsx") },
    {
      path: "index-versions/:indexId/practitioners/:practitionerId/compare",
      lazy: () => import("#/routes/comparison.tsx"),
    },
    { path: "change-sets", lazy: () => import("#/routes/change-sets.tsx") },
    { path: "change-sets/:changeSetId", lazy: () => import("#/routes/change-set.tsx") },
    { path: "booking-check", lazy: () => import("#/routes/booking-check.tsx") },
    { path: "plans", lazy: () => import("#/routes/plans.tsx") },
    { path: "activity", lazy: () => import("#/routes/activity.tsx") },
    {
      path: "developer",
      lazy: () => import("#/routes/developer.tsx"),
      children: [
        { index: true, lazy: () => import("#/routes/developer-requests.tsx") },
        { path: "profile", lazy: () => import("#/routes/developer-profile.tsx") },
        { path: "gateway", lazy: () => import("#/routes/developer-gateway.tsx") },
      ],
    },
  ];
}

export interface NavItem {
  label: string;
  to: string;
  icon: IconName;
  /** The letter after G that goes there. */
  key: string;
  /** Addresses below these belong to it too. */
  also?: readonly string[];
}

/** Only screens that exist are listed: the nav, the palette and the G keys are made from this. */
export const navItems: readonly NavItem[] = [
  { label: "Index versions", to: "/index-versions", icon: "layers", key: "i" },
  { label: "Change sets", to: "/change-sets", icon: "set", key: "c" },
  { label: "Plan catalogue", to: "/plans", icon: "book", key: "p" },
  { label: "Booking check", to: "/booking-check", icon: "calendar", key: "b" },
  { label: "Activity", to: "/activity", icon: "activity", key: "a" },
  { label: "Developer", to: "/developer", icon: "code", key: "v" },
];

/** Stands at the foot of the nav. */
export const footItems: readonly NavItem[] = [];
