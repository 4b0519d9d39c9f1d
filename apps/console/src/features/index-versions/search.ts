import type { IndexVersionQuery } from "@dc/contract";
import { oneOf } from "#/ui/page/use-url-state.ts";

export interface IndexVersionSearch {
  q: string;
  state: IndexVersionQuery["state"];
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
    offered: params.get("state") === "offered",
    sort: oneOf(params.get("sort"), ["need", "name", "recent", "roster", "overrides"]),
    selected: new Set(params.getAll("selected")),
    adopt: params.has("adopt"),
    adoptedId: params.get("adopt") ?? "",
  };
}
