import type { IndexVersionQuery } from "@dc/contract";
import { oneOf } from "#/ui/page/use-url-state.ts";

const waitsOn = ["any", "conflict", "outside", "base moved", "nothing"] as const;
const readAges = ["any", "day", "week", "older", "never"] as const;

export interface IndexVersionSearch {
  q: string;
  state: IndexVersionQuery["state"];
  waits: (typeof waitsOn)[number];
  read: (typeof readAges)[number];
  /** The day on which changes of the standard data reached them; empty for all. */
  reached: string;
  /** Those of the service that are not known here, in place of the list. */
  offered: boolean;
  sort: IndexVersionQuery["sort"];
  selected: ReadonlySet<string>;
  adopt: boolean;
  /** The id that the form for adopting begins with. */
  adoptedId: string;
}

export function indexVersionSearch(params: URLSearchParams): IndexVersionSearch {
  const reached = params.get("reached") ?? "";
  return {
    q: params.get("q") ?? "",
    state: oneOf(params.get("state"), ["active", "archived"]),
    waits: oneOf(params.get("waits"), waitsOn),
    read: oneOf(params.get("read"), readAges),
    reached: Number.isNaN(Date.parse(`${reached}T00:00:00Z`)) ? "" : reached,
    offered: params.get("state") === "offered",
    sort: oneOf(params.get("sort"), ["need", "name", "recent", "roster", "overrides"]),
    selected: new Set(params.getAll("selected")),
    adopt: params.has("adopt"),
    adoptedId: params.get("adopt") ?? "",
  };
}

/** Whether filters leave only some of the active or the archived ones. */
export const isNarrowed = ({ q, waits, read, reached }: IndexVersionSearch): boolean =>
  q !== "" || waits !== "any" || read !== "any" || reached !== "";
