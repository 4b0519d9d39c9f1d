import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import type { IconName } from "#/ui/icon.tsx";

/** The screens inside the shell; each is its own chunk. `client` is for loaders that warm the cache. */
export function screens(_client: QueryClient): RouteObject[] {
  return [{ index: true, lazy: () => import("#/routes/index-versions.tsx") }];
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
  { label: "Index versions", to: "/", icon: "layers", key: "i", also: ["/index-versions", "/indexes"] },
];

/** Stands at the foot of the nav. */
export const footItems: readonly NavItem[] = [];
