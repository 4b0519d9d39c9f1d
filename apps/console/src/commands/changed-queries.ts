import type { ChangeHint } from "@dc/contract";
import type { JournalNoun } from "@dc/directory";

/** Queries that show what has changed: by the first part of their key, and where it names index versions by one of them. */
export interface ChangedQueries {
  root: string;
  indexId: string | null;
}

const ledger = [
  "overview",
  "brief",
  "practitioners",
  "verifications",
  "overrides",
  "undecided",
  "change-sets",
  "inbox",
  "index-versions",
  "roster",
  "matrix",
  "alarms",
  "claims",
];
const directories = [...ledger, "roster-imports", "creations", "offered-index-versions", "referrers"];

/** What shows each noun of the journal's actions. */
const rootsOf = {
  alarm: ledger,
  change: ledger,
  "change-set": ledger,
  decision: ledger,
  record: ledger,
  brief: ["brief"],
  claim: ["claims", "inbox", "overview"],
  "share-link": ["share-links", "brief"],
  verification: ["overview", "brief", "verifications", "practitioners", "inbox", "index-versions"],
  sending: ledger,
  creation: directories,
  deletion: directories,
  // A link works while its directory is of the same referrer and in use, and its maker may stage there.
  "index-version": [...directories, "share-links"],
  roster: directories,
  plan: ["plans", "practitioners", "overrides", "change-sets", "undecided", "matrix", "brief"],
  referrer: ["referrers", "index-versions", "brief", "verifications", "inbox", "overview"],
  connection: ["connection", "connections", "approval-settings", "profile", "overview", "verifications"],
  profile: ["profile", "connection", "connections", ...directories],
  probe: ["connection", "requests"],
  person: ["people", "share-links"],
  account: ["people"],
  password: ["people"],
  session: ["people"],
  token: ["tokens"],
  booking: ["requests"],
  patient: ["requests"],
  // The activity tells by itself that there are new lines.
  journal: [],
  request: [],
} satisfies { readonly [noun in JournalNoun]: readonly string[] };

/** What only a person's own command changes: no event reads it again. */
const ownRootsOf = {
  "own account": ["account"],
  "own session": ["session"],
  "own inbox": ["inbox", "waiting-counts"],
} satisfies { readonly [noun: string]: readonly string[] };

/** What a command changes. */
export type Changed = keyof typeof rootsOf | keyof typeof ownRootsOf | "everything";

/** They are read from the service, so nobody waits for them. */
const slow = new Set(["offered-index-versions"]);

export function queriesChangedBy(changed: readonly Changed[]): { roots: string[]; slowRoots: string[] } {
  const all = { ...rootsOf, ...ownRootsOf, everything: [] };
  const roots = [...new Set(changed.flatMap((noun): readonly string[] => all[noun]))];
  return { roots: roots.filter((root) => !slow.has(root)), slowRoots: roots.filter((root) => slow.has(root)) };
}

/**
 * The changes of a set, which a person decides on as they stand there: a page that comes back to them does not show for a
 * moment how they were, as it does with everything else.
 */
export function isRowToDecideOn([root, list]: readonly unknown[]): boolean {
  return root === "change-sets" && (list === "changes" || list === "review");
}

/** Their keys name the index versions that they show. */
const namesIndexes = new Set(["practitioners", "overrides", "undecided", "roster"]);

const everyRoot = [...new Set(Object.values(rootsOf).flat())];

export function changedBy({ action, indexId }: Pick<ChangeHint, "action" | "indexId">): ChangedQueries[] {
  const roots = new Map<string, readonly string[]>(Object.entries(rootsOf)).get(action.slice(0, action.indexOf(".")));
  // Another version of the server may know more nouns.
  return (roots ?? everyRoot).map((root) => ({ root, indexId: namesIndexes.has(root) ? indexId : null }));
}

/** What may have changed where it is not known what did. */
export function changedByAnything(): ChangedQueries[] {
  return everyRoot.map((root) => ({ root, indexId: null }));
}

export function isOneOf(changed: readonly ChangedQueries[], queryKey: readonly unknown[]): boolean {
  return changed.some(({ root, indexId }) => queryKey[0] === root && (indexId === null || queryKey.includes(indexId)));
}
