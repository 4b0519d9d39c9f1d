import type { ChangeHint } from "@dc/contract";

/** Queries that show what has changed: by the first part of their key, and where it names index versions by one of them. */
export interface ChangedQueries {
  root: string;
  indexId: string | null;
}

const ledger = ["practitioners", "overrides", "change-sets", "index-versions", "roster", "matrix", "alarms"];
const directories = [...ledger, "roster-imports", "creations", "offered-index-versions", "referrers"];

/** What is shown of each noun of the journal's actions. */
const rootsOf: { readonly [noun: string]: readonly string[] } = {
  alarm: ledger,
  change: ledger,
  "change-set": ledger,
  decision: ledger,
  record: ledger,
  sending: ledger,
  creation: directories,
  deletion: directories,
  "index-version": directories,
  roster: directories,
  "roster-import": directories,
  plan: ["plans", "practitioners", "overrides", "change-sets"],
  referrer: ["referrers", "index-versions"],
  connection: ["connection", "connections", "approval-settings", "profile"],
  person: ["people"],
  token: ["tokens"],
};

/** Their keys name the index versions that they show. */
const namesIndexes = new Set(["practitioners", "overrides", "roster"]);

const everyRoot = [...new Set(Object.values(rootsOf).flat())];

export function changedBy({ action, indexId }: Pick<ChangeHint, "action" | "indexId">): ChangedQueries[] {
  const roots = rootsOf[action.slice(0, action.indexOf("."))] ?? [];
  return roots.map((root) => ({ root, indexId: namesIndexes.has(root) ? indexId : null }));
}

/** What may have changed where it is not known what did. */
export function changedByAnything(): ChangedQueries[] {
  return everyRoot.map((root) => ({ root, indexId: null }));
}

export function isOneOf(changed: readonly ChangedQueries[], queryKey: readonly unknown[]): boolean {
  return changed.some(({ root, indexId }) => queryKey[0] === root && (indexId === null || queryKey.includes(indexId)));
}
