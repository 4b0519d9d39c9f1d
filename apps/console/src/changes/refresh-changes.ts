import type { QueryClient } from "@tanstack/react-query";
import { practitionersKey } from "#/record/practitioner-view.ts";
import { changeSetsKey, overridesKey } from "./queries.ts";

// A module of its own, since every screen loads it: with the other mutations, the first screen would also load the
// domain's sentences.
/** Rereads everything that a change may affect. */
export function refreshChanges(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [practitionersKey, changeSetsKey, overridesKey, ["index-versions"], ["roster"], ["activity"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
