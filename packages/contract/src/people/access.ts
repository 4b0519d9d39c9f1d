/** The roles of a person in a connection. Somebody may have several; what they may do is the sum. Imports nothing, for screens. */
export const roles = ["viewer", "editor", "approver", "admin"] as const;
export type RoleName = (typeof roles)[number];

export const actions = [
  "read",
  "visit",
  "comment",
  "stage",
  "approve",
  "apply",
  "decide",
  "settle",
  "delete",
  "probe",
  "book",
  "profile",
  "people",
  "connection",
  "tokens",
] as const;
export type Action = (typeof actions)[number];

/** Which role may do what: the only place that says so. Checks, the API's document and `docs/roles.md` are made from it. */
export const rolesByAction: { readonly [action in Action]: readonly RoleName[] } = {
  read: ["viewer", "editor", "approver", "admin"],
  visit: ["viewer", "editor", "approver", "admin"],
  comment: ["viewer", "editor", "approver", "admin"],
  stage: ["editor", "admin"],
  approve: ["approver", "admin"],
  apply: ["editor", "approver", "admin"],
  decide: ["editor", "admin"],
  settle: ["editor", "approver", "admin"],
  delete: ["admin"],
  probe: ["editor", "admin"],
  book: ["editor", "admin"],
  profile: ["admin"],
  people: ["admin"],
  connection: ["admin"],
  tokens: ["viewer", "editor", "approver", "admin"],
};

/** What may be done while a connection is out of use: it is read, and its people, tokens and settings are kept. */
export const doneOutOfUse: readonly Action[] = ["read", "visit", "people", "connection", "tokens"];

/** What each action is, as the documentation says it. */
export const actionWords: { readonly [action in Action]: string } = {
  read: "See directories, records, change sets, activity and calls to the service",
  visit: "See who else has a page open, and be seen there",
  comment: "Comment on change sets",
  stage: "Stage changes, verify what is right, and keep rosters, referrers and plan names",
  approve: "Approve or reject changes",
  apply: "Apply, undo, send and withdraw changes, and create index versions",
  decide: "Keep ours, accept an outside value, and the other decisions about one value",
  settle: "Settle alarms, creations and changes whose outcome is not known, and resume sending",
  delete: "Delete a directory's index version in the service",
  probe: "Probe the operations of the service",
  book: "Find and create patients and book in the booking check, in test mode",
  profile: "Check and save the service profile",
  people: "Invite and disable people, and give roles",
  connection: "Add and change connections",
  tokens: "Create and revoke one's own tokens for programs",
};

/** The scope that lets a token do it, where its owner may; actions that are not here are for people alone. */
export const scopeByAction: { readonly [action in Action]?: "read" | "stage" | "apply" } = {
  read: "read",
  stage: "stage",
  apply: "apply",
  decide: "apply",
};

/** A role that somebody has, and the referrers that it is limited to; null for all of them. */
export interface GrantedRole {
  role: RoleName;
  referrers: readonly string[] | null;
}

/** How far these roles allow an action: for everything, for what belongs to some referrers, or for nothing. */
export function reachOf(granted: readonly GrantedRole[], action: Action): "all" | "none" | readonly string[] {
  const fitting = granted.filter(({ role }) => rolesByAction[action].includes(role));
  if (fitting.length === 0) return "none";
  const limits = fitting.map(({ referrers }) => referrers);
  return limits.includes(null) ? "all" : [...new Set(limits.flatMap((ids) => ids ?? []))].toSorted();
}

/** The roles that may do it, in words: "editor or admin". */
export function rolesInWords(action: Action): string {
  const names = rolesByAction[action];
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}
