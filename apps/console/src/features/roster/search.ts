import type { RosterQuery } from "@dc/contract";
import { oneOf } from "#/ui/page/use-url-state.ts";

type StateFilter = NonNullable<RosterQuery["state"]> | "any";

export interface RosterSearch {
  q: string;
  type: RosterQuery["type"];
  state: StateFilter;
  sort: RosterQuery["sort"];
  selected: ReadonlySet<string>;
  /** The import whose lines are open. */
  importId: string | null;
  /** How ids are being added, while the drawer is open. */
  add: "paste" | "copy" | null;
  /** Whether the drawer that creates a practitioner is open. */
  creating: boolean;
}

export function rosterSearch(params: URLSearchParams): RosterSearch {
  return {
    q: params.get("q") ?? "",
    type: oneOf(params.get("type"), ["practitioner", "schedule"]),
    state: oneOf<StateFilter>(params.get("state"), ["any", "waiting", "found", "missing", "failed"]),
    sort: oneOf(params.get("sort"), ["name", "need", "added"]),
    selected: new Set(params.getAll("selected")),
    importId: params.get("import"),
    add: params.has("add") ? oneOf<"paste" | "copy">(params.get("add"), ["paste", "copy"]) : null,
    creating: params.has("create"),
  };
}
