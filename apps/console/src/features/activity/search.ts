import type { ActivityFilter } from "@dc/contract";

/** The kinds of actions, by the noun that each begins with. */
export const nounWords = {
  any: "Anything",
  change: "Changes",
  "change-set": "Change sets",
  decision: "Decisions",
  alarm: "Alarms",
  sending: "Sending",
  "index-version": "Index versions",
  creation: "Creations",
  deletion: "Deletions",
  roster: "Rosters",
  referrer: "Referrers",
  plan: "Plan catalogue",
  verification: "Verifications",
  brief: "Briefs",
  "share-link": "Links to briefs",
  claim: "Answers of readers",
  profile: "Profile",
  probe: "Probes",
  person: "People and roles",
  session: "Sign-ins",
  account: "Accounts",
  token: "Tokens",
  connection: "Connections",
  request: "Refused attempts",
  journal: "The record itself",
} as const;
export type Noun = keyof typeof nounWords;

const isNoun = (word: string): word is Noun => Object.hasOwn(nounWords, word);

/** What the address asks for. */
export function activitySearch(params: URLSearchParams) {
  const action = params.get("action") ?? "any";
  return {
    q: params.get("q") ?? "",
    actorId: params.get("by") ?? "",
    noun: isNoun(action) ? action : ("any" as const),
    indexId: params.get("index") ?? "",
    recordId: params.get("record") ?? "",
    from: params.get("from") ?? "",
    to: params.get("to") ?? "",
  };
}
export type ActivitySearch = ReturnType<typeof activitySearch>;

/** The parameters of the address that narrow the list. */
export const nothingSearched = { q: null, by: null, action: null, index: null, record: null, from: null, to: null };

/** The search as a filter of the API; `indexId` is that of the directory whose activity is shown. */
export function activityFilter(search: ActivitySearch, indexId: string | null): ActivityFilter {
  const { noun, ...filters } = search;
  const texts = { ...filters, indexId: indexId ?? filters.indexId, action: noun === "any" ? "" : noun };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}
