import type { Action } from "@dc/contract/access";
import type { IconName } from "#/ui/display/icon.tsx";
import { paths } from "#/paths.ts";
import type { WaitingOn } from "./waiting-counts.tsx";

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
  { label: "Overview", to: paths.overview.href(), icon: "overview", key: "h" },
  { label: "Inbox", to: paths.inbox.href(), icon: "bell", key: "n", waitingOn: "inbox" },
  { label: "What did they say?", to: paths.statements.href(), icon: "speech", key: "s" },
  { label: "Index versions", to: paths.indexVersions.href(), icon: "layers", key: "i", waitingOn: "index versions" },
  { label: "Referrers", to: paths.referrers.href(), icon: "referrer", key: "r" },
  { label: "Referrer matrix", to: paths.matrix.href(), icon: "grid", key: "m" },
  { label: "Change sets", to: paths.changeSets.href(), icon: "set", key: "c", waitingOn: "change sets" },
  { label: "Verified", to: paths.verifications.href(), icon: "check", key: "f", waitingOn: "verified" },
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
