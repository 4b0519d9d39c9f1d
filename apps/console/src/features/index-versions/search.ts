import type { IndexVersionQuery } from "@dc/contract";
import { oneOf } from "#/ui/page/use-url-state.ts";

const waitsOn = ["any", "conflict", "outside", "base moved", "nothing"] as const;
const readAges = ["any", "day", "week", "older", "never"] as const;

export interface IndexVersionSearch {
  q: string;
  state: IndexVersionQuery["state"];
  waits: (typeof waitsOn)[number];
  read: (typeof readAges)[number];
  /** Those of the service that are not known here, in place of the list. */
  offered: boolean;
  sort: IndexVersionQuery["sort"];
  selected: ReadonlySet<string>;
  adopt: boolean;
  /** The id that the form for adopting begins with. */
  adoptedId: string;
}

export function indexVersionSearch(params: URLSearchParams): IndexVersionSearch {
  return {
    q: params.get("q") ?? "",
    state: oneOf(params.get("state"), ["active", "archived"]),
    waits: oneOf(params.get("waits"), waitsOn),
    read: oneOf(params.get("read"), readAges),
    offered: params.get("state") === "offered",
    sort: oneOf(params.get("sort"), ["need", "name", "recent", "roster", "overrides"]),
    selected: new Set(params.getAll("selected")),
    adopt: params.has("adopt"),
    adoptedId: params.get("adopt") ?? "",
  };
}

/** Whether filters leave only some of the active or the archived ones. */
export const isNarrowed = ({ q, waits, read }: IndexVersionSearch): boolean =>
  q !== "" || waits !== "any" || read !== "any";
